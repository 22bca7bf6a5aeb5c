import { useSyncExternalStore } from "react";

const WIDE = "(width >= 64rem)";

/** Whether two columns of text fit into the window. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => window.matchMedia(WIDE).matches,
  );
}
