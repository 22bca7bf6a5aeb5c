import { localStore } from "../../api/browser-storage.ts";
import { createStore } from "../../components/create-store.ts";

/** The filters and the order of a list, as its URL has them, under a name. */
export interface SavedView {
  readonly name: string;
  readonly query: string;
}

const KEY = "trovella-views-plans";
const MAX_VIEWS = 30;
export const MAX_NAME = 60;
const MAX_QUERY = 1_000;

const store = createStore(readViews(localStore.get(KEY)));
export const useSavedViews = store.useValue;

/** Kept by this browser; one of the same name is replaced. */
export function saveView(view: SavedView): void {
  change(withView(store.get(), view));
}

export function removeView(name: string): void {
  change(store.get().filter((view) => view.name !== name));
}

export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const name = view.name.trim().slice(0, MAX_NAME);
  const others = views.filter((other) => other.name !== name);
  return [...others, { name, query: view.query }]
    .slice(-MAX_VIEWS)
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** What is stored may be of another version, or changed by hand. */
export function readViews(stored: string | null): SavedView[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(parsed) ? parsed.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const { name, query } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  return (
    typeof name === "string" &&
    name !== "" &&
    name.length <= MAX_NAME &&
    typeof query === "string" &&
    query.length <= MAX_QUERY
  );
}

function change(views: SavedView[]): void {
  store.set(views);
  localStore.set(KEY, JSON.stringify(views));
}
