import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** Whether the connection of a response is gone, or the response has been sent. */
export function isOver(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}

/** Calls back once, when the response has been sent or the caller has left. */
export function onceOver(response: ServerResponse, callback: () => void): void {
  if (response.socket) {
    response.once("close", callback);
    return;
  }
  // A response that waits behind another one of its connection is not told when that ends.
  const { socket } = response.req;
  const settle = () => {
    response.off("close", settle);
    socket.off("close", settle);
    callback();
  };
  // As many as a caller sends without waiting for an answer.
  socket.setMaxListeners(0);
  response.on("close", settle);
  socket.on("close", settle);
}

/** Resolves when the caller has read enough to go on writing, or has left. */
export async function untilWritable(response: ServerResponse): Promise<void> {
  if (isOver(response)) return;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  settled.abort();
}
