import { setTimeout as sleep } from "node:timers/promises";
import type { ServerProcess } from "./mcp-server.ts";

export interface Pause {
  readonly server: number;
  readonly from: number;
  readonly until: number;
}

export interface Pauses {
  readonly past: readonly Pause[];
  /** Stops suspending; resolves when every server runs again. */
  stop(): Promise<void>;
}

interface Plan {
  /** Maximum of servers suspended at once; one always runs. */
  readonly atOnce: number;
  readonly most: number;
  readonly leastMs: number;
  readonly mostMs: number;
}

/** Suspends servers at random (SIGSTOP), like a sleeping laptop or an overloaded host. */
export function pauseServers(servers: readonly ServerProcess[], plan: Plan): Pauses {
  const ending = new AbortController();
  const past: Pause[] = [];
  let count = 0;
  const isOver = () => ending.signal.aborted || count >= plan.most;
  const lines = Array.from({ length: plan.atOnce }, async () => {
    while (!isOver()) {
      await sleep(1_000 + Math.random() * 3_000);
      const running = servers.filter((server) => !server.isPaused());
      const chosen = running[Math.floor(Math.random() * running.length)];
      if (isOver() || !chosen || running.length < 2) continue;
      count += 1;
      const from = Date.now();
      chosen.pause();
      await sleep(plan.leastMs + Math.random() * (plan.mostMs - plan.leastMs));
      chosen.resume();
      past.push({ server: servers.indexOf(chosen), from, until: Date.now() });
    }
  });
  return {
    past,
    async stop() {
      ending.abort();
      await Promise.all(lines);
    },
  };
}
