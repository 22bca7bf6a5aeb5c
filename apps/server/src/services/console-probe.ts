import type { Console } from "@trovella/mcp";

const FRESH_MS = 5_000;
const TIMEOUT_MS = 1_000;

/** The console as another process may serve it. Asking never waits: it tells what was last seen, and looks again. */
export function probedConsole(url: string): Console {
  let isThere = false;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  look();
  return {
    url,
    isRunning() {
      if (performance.now() - lookedAtMs > FRESH_MS) look();
      return isThere;
    },
  };

  function look(): void {
    lookedAtMs = performance.now();
    fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" }).then(
      (response) => {
        isThere = response.ok;
      },
      () => {
        isThere = false;
      },
    );
  }
}
