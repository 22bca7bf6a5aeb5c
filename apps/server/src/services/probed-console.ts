import type { Console } from "@trovella/mcp";

const FRESH_MS = 5_000;
const TIMEOUT_MS = 1_000;

/** A console that another process may serve. `isRunning` never waits: it returns the cached result of the last probe. */
export function probedConsole(url: string): Console {
  let isUp = false;
  let probedAtMs = Number.NEGATIVE_INFINITY;
  probe();
  return {
    url,
    isRunning() {
      if (performance.now() - probedAtMs > FRESH_MS) probe();
      return isUp;
    },
  };

  function probe(): void {
    probedAtMs = performance.now();
    fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" }).then(
      (response) => {
        isUp = response.ok;
      },
      () => {
        isUp = false;
      },
    );
  }
}
