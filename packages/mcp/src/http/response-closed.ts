import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** Whether the response has been sent or its connection is closed. */
export function isResponseClosed(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}

/** Calls back once, when the response has been sent or the client has disconnected. */
export function onResponseClosed(response: ServerResponse, callback: () => void): void {
  if (response.socket) {
    response.once("close", callback);
    return;
  }
  // A pipelined response gets no "close" event of its own when the connection ends before its turn.
  const { socket } = response.req;
  const settle = () => {
    response.off("close", settle);
    socket.off("close", settle);
    callback();
  };
  // One listener per pipelined request, and clients decide how many those are.
  socket.setMaxListeners(0);
  response.on("close", settle);
  socket.on("close", settle);
}

/** Backpressure: resolves when the client has read enough for more to be written, or has disconnected. */
export async function untilWritable(response: ServerResponse): Promise<void> {
  if (isResponseClosed(response)) return;
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  settled.abort();
}
