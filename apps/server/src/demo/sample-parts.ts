import type { Assistant } from "./assistant.ts";
import { DEEP } from "./deep.ts";
import { deliver } from "./deliver.ts";
import { beginResearch, type Run, workThrough } from "./run-research.ts";
import type { Research } from "./sample-research.ts";
import { SCAN } from "./scan.ts";
import type { Stage } from "./stage.ts";
import { GONE_SILENT, STALLED } from "./stalled.ts";
import { WAITING } from "./waiting.ts";

export interface SamplePart {
  readonly part: "scan" | "deep" | "waiting" | "stalled";
  readonly research: Research;
  /** Whether it ends with a report. */
  readonly isFinished: boolean;
}

/** The plans of the sample, one for each state that a newcomer should see. */
export const SAMPLE: readonly SamplePart[] = [
  { part: "scan", research: SCAN, isFinished: true },
  { part: "deep", research: DEEP, isFinished: true },
  { part: "waiting", research: WAITING, isFinished: false },
  { part: "stalled", research: STALLED, isFinished: false },
];

/** Does one of them, as far as its script goes. */
export async function doSamplePart(
  assistant: Assistant,
  { research, isFinished }: SamplePart,
  { stage, onStarted }: { stage: Stage; onStarted: (run: Run) => Promise<void> },
): Promise<Run> {
  const started = await beginResearch(assistant, research, stage);
  await onStarted(started.run);
  await workThrough(assistant, started, (instructions) => instructions === GONE_SILENT);
  if (isFinished) await deliver(assistant, started.run);
  return started.run;
}
