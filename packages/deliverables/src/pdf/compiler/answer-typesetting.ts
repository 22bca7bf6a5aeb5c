// The process that typesets documents, one after the other.

import { guardProcess } from "./guard-process.ts";
import type { TypesetAnswer, TypesetJob } from "./typeset-job.ts";

const [maxBytes, timeoutMs] = process.argv.slice(2).map(Number);
const guard = guardProcess({ maxBytes: maxBytes ?? 0, timeoutMs: timeoutMs ?? 0 });

process.on("message", async (job: TypesetJob) => {
  guard.begin();
  const answer = await answerTo(job);
  guard.end();
  process.send?.(answer);
});
process.on("disconnect", () => process.exit());

async function answerTo(job: TypesetJob): Promise<TypesetAnswer> {
  const compiler = await import("./typst-compiler.ts").catch(reasonOf);
  if (typeof compiler === "string") return { unavailable: compiler };
  try {
    return { file: compiler.typeset(job) };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
