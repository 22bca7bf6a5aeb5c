/** One contestant per process, so that memory and timers of one do not slow down another. */
import { type Cell, measure } from "../measure.ts";
import type { Settings, StartContestant } from "./contestant.ts";
import { processCpuUs } from "./process-cpu.ts";

export interface MeasureRequest {
  readonly pairs: number;
  readonly callers: number;
}

/** `clientCpuUs` is the calling process; in-process engines are part of it. */
export type PeerCell = Cell & { readonly serverCpuUs: number };

export type Answer = { readonly cell: PeerCell } | { readonly failure: string } | "ready";

const [name, text] = process.argv.slice(2) as [string, string];
const settings = JSON.parse(text) as Settings;
const { start } = (await import(`./contestants/${name}.ts`)) as { start: StartContestant };
const contestant = await start(settings);

process.on("message", async (request: MeasureRequest) => {
  try {
    answer({ cell: await measurePairs(request) });
  } catch (error) {
    answer({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.on("disconnect", async () => {
  await contestant.close();
  process.exit();
});
answer("ready");

async function measurePairs({ pairs, callers }: MeasureRequest): Promise<PeerCell> {
  await contestant.prepare(pairs, callers);
  const { postmasterPid } = settings;
  const serverCpu = () => (contestant.serverPid ? processCpuUs(contestant.serverPid) : 0);
  const serverBefore = serverCpu();
  const cell = await measure({ count: pairs, callers, postmasterPid }, () => contestant.pair());
  return { ...cell, serverCpuUs: (serverCpu() - serverBefore) / pairs };
}

function answer(message: Answer): void {
  process.send?.(message);
}
