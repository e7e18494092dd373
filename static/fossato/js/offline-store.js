// Stores data in IndexedDB until the server has it: drafts of sheets (by page), the queue of submitted sheets and
// the photos of paper forms (by key). Every function returns a promise.
const STORES = { drafts: "path", queue: "key", photos: "key" };
let opened;

function open() {
  opened ||= new Promise((resolve, reject) => {
    const request = indexedDB.open("fossato", 2);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES)) {
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath });
      }
    };
    request.onsuccess = () => {
      // Close for another tab with a newer release that needs to upgrade the store.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opened = undefined;
      reject(request.error);
    };
  });
  return opened;
}

async function run(name, mode, act) {
  const base = await open();
  return new Promise((resolve, reject) => {
    // Strict durability: resolve only when the data is on disk, so that an empty battery loses nothing.
    const transaction = base.transaction(name, mode, { durability: "strict" });
    const request = act(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error || request.error);
  });
}

export const put = (name, record) => run(name, "readwrite", (store) => store.put(record));
export const get = (name, key) => run(name, "readonly", (store) => store.get(key));
export const all = (name) => run(name, "readonly", (store) => store.getAll());
export const remove = (name, key) => run(name, "readwrite", (store) => store.delete(key));
