import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Settings } from "./contestant.ts";
import type { Answer, MeasureRequest, PeerCell } from "./contestant-process.ts";

export interface RunningContestant {
  measure(request: MeasureRequest): Promise<PeerCell>;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("contestant-process.ts", import.meta.url));
const STOP_TIMEOUT_MS = 5000;

/** Starts a contestant in its own process and waits until it is ready. */
export async function startContestant(
  name: string,
  settings: Settings,
): Promise<RunningContestant> {
  // Nothing else of the environment (tracing, keys, other databases) is passed on.
  const env = { PATH: process.env.PATH ?? "", HOME: settings.folder };
  const child = fork(PROGRAM, [name, JSON.stringify(settings)], { env });
  const ended: Promise<Answer> = once(child, "exit").then(() => ({
    failure: "The process exited; see its output above.",
  }));

  const nextAnswer = async () => {
    const answered: Promise<Answer> = once(child, "message").then(([answer]) => answer);
    const answer = await Promise.race([answered, ended]);
    if (answer !== "ready" && "failure" in answer) throw new Error(`${name}: ${answer.failure}`);
    return answer;
  };
  await nextAnswer();
  return {
    async measure(request) {
      child.send(request);
      const answer = await nextAnswer();
      if (answer === "ready") throw new Error(`${name} answered out of turn.`);
      return answer.cell;
    },
    stop: () => stop(child, ended),
  };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
