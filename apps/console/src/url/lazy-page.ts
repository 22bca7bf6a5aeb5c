import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";

type PageModule = Readonly<Record<string, unknown>>;
/** Loads the files of a page; twice does no harm. */
type Preload = () => Promise<unknown>;

/** The files of a page did not arrive: the server is unavailable, or an update has replaced them. */
export class PageNotLoadedError extends Error {}

const preloads: Preload[] = [];

/** A page whose files are loaded when it is opened or the browser is idle. The router itself would leave the app if that failed. */
export function lazyPage<Module extends PageModule, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  preloads.push(load);
  return lazyRouteComponent(() => loaded(load), name) as AsyncRouteComponent<object>;
}

/** A part of a page that is loaded when it is shown or the browser is idle: a tab, a dialog. To be put into `Suspense`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  preloads.push(load);
  return lazy(async () => ({ default: await loaded(load) }));
}

function loaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  return load().catch((error: unknown) => {
    throw new PageNotLoadedError("The files of this page could not be loaded.", { cause: error });
  });
}

/** Loads all pages one after the other while nothing else happens, so that they open even while the server restarts. */
export function preloadPages(): void {
  const [next, ...rest] = preloads.splice(0);
  if (!next) return;
  preloads.push(...rest);
  whenIdle(() => void next().then(preloadPages, () => undefined));
}

const WAIT_MS = 200;

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, WAIT_MS);
}
