import type { BatchResult } from "./batch.ts";
import type { Execution } from "./statement.ts";
import type { TenantContext } from "./tenant-context.ts";

/** What a read needs of its transaction. */
export type Sender = Pick<TenantContext, "send">;

type Results<Reads extends readonly ((sender: Sender) => Promise<unknown>)[]> = {
  -readonly [Index in keyof Reads]: Awaited<ReturnType<Reads[Index]>>;
};

/** Runs reads that do not need each other's results: what each of them sends first goes in one round trip. */
export async function sendTogether<
  const Reads extends readonly ((sender: Sender) => Promise<unknown>)[],
>(context: TenantContext, reads: Reads): Promise<Results<Reads>> {
  const executions: Execution[] = [];
  const waiting: ((results: readonly BatchResult[]) => void)[] = [];
  const failing: ((error: unknown) => void)[] = [];
  let isCollecting = true;
  const join = (own: readonly Execution[]) => {
    const from = executions.length;
    executions.push(...own);
    return new Promise<readonly BatchResult[]>((resolve, reject) => {
      waiting.push((results) => resolve(results.slice(from, from + own.length)));
      failing.push(reject);
    });
  };
  const sender: Sender = {
    send: (own, options) => (isCollecting ? join(own) : context.send(own, options)),
  };
  const running = Promise.all(reads.map((read) => read(sender)));
  isCollecting = false;
  // Handled below, after the round trip.
  running.catch(() => undefined);
  try {
    const results = executions.length > 0 ? await context.send(executions) : [];
    for (const resolve of waiting) resolve(results);
  } catch (error) {
    for (const reject of failing) reject(error);
  }
  return (await running) as Results<Reads>;
}
