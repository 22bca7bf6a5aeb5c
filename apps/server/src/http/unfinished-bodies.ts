import type { IncomingMessage, ServerResponse } from "node:http";

/** One address may be a whole office; a body that arrives at once never counts for long. */
const MAX_PER_ADDRESS = 100;
const RETRY_AFTER_SECONDS = "30";

/** The requests whose bodies have not arrived completely, per client address (slow-body attacks). */
export class UnfinishedBodies {
  private readonly byAddress = new Map<string, Set<IncomingMessage>>();
  private readonly max: number;

  constructor(max = MAX_PER_ADDRESS) {
    this.max = max;
  }

  /** False when this address has too many of them. */
  admit(request: IncomingMessage, response: ServerResponse, address: string): boolean {
    if (!hasBody(request)) return true;
    const pending = this.byAddress.get(address) ?? new Set();
    if (pending.size >= this.max) removeComplete(pending);
    if (pending.size >= this.max) return false;
    pending.add(request);
    this.byAddress.set(address, pending);
    const release = () => {
      pending.delete(request);
      if (pending.size === 0 && this.byAddress.get(address) === pending) {
        this.byAddress.delete(address);
      }
    };
    request.once("close", release);
    // A request that was answered before its body had arrived is never closed itself.
    response.once("close", release);
    return true;
  }
}

export function refuseUnfinished(_request: IncomingMessage, response: ServerResponse): void {
  const message = "Too many unfinished requests from this address. Next: send fewer at a time.";
  response
    .writeHead(429, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "Retry-After": RETRY_AFTER_SECONDS,
      Connection: "close",
    })
    .end(JSON.stringify({ error: "RATE_LIMITED", message }));
}

/** Requests stay listed until their reply is sent, long after the body has arrived. */
function removeComplete(pending: Set<IncomingMessage>): void {
  for (const request of pending) if (request.complete) pending.delete(request);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
