// The generator of draws, described byte by byte in docs/draws.md. SHA-256 is implemented here because browsers do
// not offer crypto.subtle over plain http, used on local networks.

// The first 32 bits of the fractional parts of the n-th roots of the first primes, exactly (FIPS 180-4).
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const root = (prime, power) => {
  const target = BigInt(prime) << BigInt(32 * power);
  let low = 0n,
    high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(power) <= target) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
};
const K = primes.map((p) => root(p, 3));
const H = primes.slice(0, 8).map((p) => root(p, 2));

/** Return the SHA-256 of bytes, as eight 32-bit numbers. */
function digestBytes(content) {
  const bytes = [...content];
  const bits = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bits / 2 ** shift) & 255);
  const turn = (x, by) => (x >>> by) | (x << (32 - by));
  const hash = H.slice();
  const w = new Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      const [b0, b1, b2, b3] = bytes.slice(at + 4 * i, at + 4 * i + 4);
      if (i < 16) {
        w[i] = (b0 << 24) | (b1 << 16) | (b2 << 8) | b3;
        continue;
      }
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      hash[i] = (hash[i] + value) | 0;
    });
  }
  return hash.map((x) => x >>> 0);
}
const digest = (text) => digestBytes(new TextEncoder().encode(text));
const hex = (numbers) => numbers.map((x) => x.toString(16).padStart(8, "0")).join("");

/** Return the SHA-256 of a text as 64 hexadecimal digits. */
export const sha256 = (text) => hex(digest(text));

/** Return the public number of a beacon's round: the SHA-256 of the bytes of its signature. */
export const randomness = (signature) =>
  hex(digestBytes(Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))));

/** Generate the stream of docs/draws.md: 32-bit numbers, rejection sampling, Fisher-Yates from the end. */
export class Stream {
  constructor({ seed, word, purpose, scope }) {
    const spoken = word.normalize("NFC").split(/\s+/u).filter(Boolean).join(" ");
    this.head = ["fossato-draw/1", seed, spoken, purpose, scope, ""].join("\n");
    this.block = 0;
    this.numbers = [];
  }
  number() {
    if (!this.numbers.length) this.numbers = digest(this.head + this.block++);
    return this.numbers.shift();
  }
  pick(count, thrown = []) {
    if (count === 1) return { picked: 0, number: null, thrown };
    const limit = 2 ** 32 - (2 ** 32 % count);
    const number = this.number();
    if (number >= limit) return this.pick(count, [...thrown, number]);
    return { picked: number % count, number, thrown };
  }
  shuffled(items) {
    const order = [...items];
    const steps = [];
    for (let i = order.length - 1; i > 0; i--) {
      const drawn = this.pick(i + 1);
      const j = drawn.picked;
      [order[i], order[j]] = [order[j], order[i]];
      steps.push({ ...drawn, among: i + 1, at: i, kept: order[i], moved: order[j] });
    }
    return { order, steps };
  }
}

const KINGDOM = (
  "adventurer bureaucrat cellar chancellor chapel council_room feast festival gardens laboratory " +
  "library market militia mine moat moneylender remodel smithy spy thief throne_room village witch woodcutter " +
  "workshop"
).split(" ");
const ATTACKS = ["bureaucrat", "militia", "spy", "thief", "witch"];

/** Apply the rule of the tenth card (art. 1.5), the Moat rule, to an order of extraction. */
function kingdom(order) {
  const nine = order.slice(0, 9);
  const rest = order.slice(9);
  if (nine.includes("moat")) return { outcome: [...nine, rest[0]], rejected: [] };
  if (nine.some((card) => ATTACKS.includes(card))) return { outcome: [...nine, "moat"], rejected: [] };
  const tenth = rest.findIndex((card) => !ATTACKS.includes(card));
  return { outcome: [...nine, rest[tenth]], rejected: rest.slice(0, tenth) };
}

const NUMBER = /^[0-9a-f]{64}$/;

/** Recompute the draw of a record. Returns outcome, rejected, steps, commitment, and checks: what was bound before. */
export function recompute(record) {
  const inputs = record.purpose === "kingdom" ? KINGDOM : record.inputs;
  const { order, steps } = new Stream(record).shuffled(inputs);
  const result = record.purpose === "kingdom" ? kingdom(order) : { outcome: order, rejected: [] };
  const commitment = sha256(record.seed);
  const checks = { seed: commitment === record.commitment };
  // A word that was called out in the number's place is no number.
  if (record.beacon && NUMBER.test(record.word)) checks.number = randomness(record.beacon.signature) === record.word;
  return { ...result, inputs, steps, commitment, checks };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Return whether a record equals its recomputation. */
export const agrees = (record, again) =>
  ["inputs", "outcome", "rejected"].every((field) => same(record[field], again[field])) &&
  Object.values(again.checks).every(Boolean);
