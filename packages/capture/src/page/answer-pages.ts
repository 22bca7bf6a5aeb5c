// The process that reads pages, one after the other.
import { Worker } from "node:worker_threads";
import { type Page, type PageText, pageText } from "./page-text.ts";

/** Null for a page without readable text. */
export type PageAnswer = { readonly page: PageText | null } | { readonly problem: string };

process.on("message", async (page: Page) => {
  // The time limit counts from here.
  process.send?.("started");
  const answer = await pageText(page).then((found): PageAnswer => ({ page: found }), failureOf);
  process.send?.(answer);
});
process.on("disconnect", () => process.exit());
watchOver(Number(process.argv[2]));

/**
 * Ends this process, which may be stuck in a loop, when it takes too much memory or nobody waits for it any more. The heap
 * has a limit of its own, the buffers of unpacked streams do not.
 */
function watchOver(maxBytes: number): void {
  const program = `const parent = process.ppid;
    setInterval(() => {
      if (process.memoryUsage.rss() > ${maxBytes} || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    }, 50);`;
  new Worker(program, { eval: true }).unref();
}

function failureOf(error: unknown): PageAnswer {
  return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
