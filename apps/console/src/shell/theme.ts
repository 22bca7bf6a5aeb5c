import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "trovella-theme";
const listeners = new Set<() => void>();
let theme: Theme = storedTheme();
show(theme);

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
}

/** Takes effect at once and is remembered by this browser. */
export function chooseTheme(chosen: Theme): void {
  theme = chosen;
  show(chosen);
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // A browser that keeps nothing still gets the theme for this visit.
  }
  for (const notify of listeners) notify();
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((known) => known === stored) ?? "system";
  } catch {
    return "system";
  }
}

function show(chosen: Theme): void {
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
