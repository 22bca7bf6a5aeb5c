import { useSyncExternalStore } from "react";

/** A value outside of React that components can subscribe to. */
export function createStore<Value>(initial: Value) {
  const listeners = new Set<() => void>();
  let value = initial;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => value,
    set(changed: Value): void {
      value = changed;
      for (const notify of listeners) notify();
    },
    useValue: () => useSyncExternalStore(subscribe, () => value),
  };
}
