// Stores data in IndexedDB until the server has it: drafts of sheets (by page), the queue of submitted sheets and
// the photos of paper forms (by key). Every function returns a promise.
const STORES = { drafts: "path", queue: "key", photos: "key" };
let opened;

function open() {
  opened ||= new Promise((resolve, reject) => {
    const asked = indexedDB.open("fossato", 2);
    asked.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        if (!asked.result.objectStoreNames.contains(name)) asked.result.createObjectStore(name, { keyPath });
      }
    };
    asked.onsuccess = () => {
      // Close for another tab with a newer release that needs to upgrade the store.
      asked.result.onversionchange = () => {
        asked.result.close();
        opened = undefined;
      };
      resolve(asked.result);
    };
    asked.onerror = () => {
      opened = undefined;
      reject(asked.error);
    };
  });
  return opened;
}

async function run(name, mode, act) {
  const base = await open();
  return new Promise((resolve, reject) => {
    // Strict durability: resolve only when the data is on disk, so that an empty battery loses nothing.
    const transaction = base.transaction(name, mode, { durability: "strict" });
    const asked = act(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error || asked.error);
  });
}

export const put = (name, record) => run(name, "readwrite", (store) => store.put(record));
export const get = (name, key) => run(name, "readonly", (store) => store.get(key));
export const all = (name) => run(name, "readonly", (store) => store.getAll());
export const remove = (name, key) => run(name, "readwrite", (store) => store.delete(key));
