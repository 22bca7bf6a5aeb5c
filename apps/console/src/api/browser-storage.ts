/** The browser's storage; where it is blocked, nothing is kept. */
function browserStorage(name: "localStorage" | "sessionStorage") {
  const attempt = <Result>(work: (storage: Storage) => Result): Result | null => {
    try {
      return work(window[name]);
    } catch {
      return null;
    }
  };
  return {
    keys: () => attempt((storage) => Object.keys(storage)) ?? [],
    get: (key: string) => attempt((storage) => storage.getItem(key)),
    set: (key: string, value: string) => attempt((storage) => storage.setItem(key, value)),
    remove: (key: string) => attempt((storage) => storage.removeItem(key)),
  };
}

export const localStore = browserStorage("localStorage");
export const sessionStore = browserStorage("sessionStorage");
