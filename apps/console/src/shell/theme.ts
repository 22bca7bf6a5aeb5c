import { localStore } from "../api/browser-storage.ts";
import { createStore } from "../components/create-store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "trovella-theme";
const store = createStore(storedTheme());
applyTheme(store.get());

export const useTheme = store.useValue;

/** Takes effect at once and is remembered by this browser. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  localStore.set(KEY, theme);
  store.set(theme);
}

function storedTheme(): Theme {
  const stored = localStore.get(KEY);
  return THEMES.find((known) => known === stored) ?? "system";
}

function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
