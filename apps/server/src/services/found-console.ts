import { existsSync } from "node:fs";
import type { Console } from "@trovella/mcp";
import type { Config } from "../config.ts";
import { consoleUrl } from "./console-url.ts";
import { findRunningServer, type RunningServer } from "./running-servers.ts";

const FRESH_MS = 2_000;
const TIMEOUT_MS = 1_000;

export interface FoundConsole extends Console {
  /** To be called when a client's message arrives, so that its reply names the server that runs by then. */
  refresh(): void;
}

/** The console that another process may serve, as it was found last: nothing here waits. */
export function foundConsole(config: Config): FoundConsole {
  const { TROVELLA_PUBLIC_URL: publicUrl } = config;
  return publicUrl ? namedConsole(consoleUrl(config)) : ownConsole(config);
}

/** At a URL that the person set, which is believed. */
function namedConsole(url: string): FoundConsole {
  let isUp = false;
  const refresh = regularly(async () => {
    isUp = await answers(url);
  });
  return { url, refresh, isRunning: () => isUp };
}

/** At the URL of a server on the same data that proves to be one. */
function ownConsole(config: Config): FoundConsole {
  let found: RunningServer | null = null;
  const refresh = regularly(async () => {
    found = await findRunningServer(config);
  });
  const running = () => (found && existsSync(found.file) ? found : null);
  return {
    refresh,
    get url() {
      return running()?.url ?? consoleUrl(config);
    },
    isRunning: () => running() !== null,
  };
}

/** Looks at once, and later at most once in a while. */
function regularly(look: () => Promise<void>): () => void {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    if (performance.now() - lookedAtMs < FRESH_MS) return;
    lookedAtMs = performance.now();
    void look();
  };
  refresh();
  return refresh;
}

async function answers(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await fetch(`${url}/healthz`, { signal, redirect: "error" })).ok;
  } catch {
    return false;
  }
}
