import { AppError, FairQueue } from "@trovella/foundation";

/** Of ten connections; a single organization, as in local mode, may use all of them. */
const CONNECTIONS_PER_ORGANIZATION = 3;
const MAX_WAITING_CALLS = 500;
/** Texts that wait take memory. */
const MAX_WAITING_BYTES = 128 * 1024 * 1024;
/** What a short text counts, so that at most 512 wait. */
const MIN_WAITING_BYTES = 256 * 1024;
const MAX_STORING = 4;
const MAX_WAIT_MS = 10_000;
const RETRY_SECONDS = 5;

/** Calls of an organization beyond its share wait without a connection. */
export function connectionShares(maxConnections: number): FairQueue {
  return new FairQueue({
    atOnce: maxConnections,
    perKey: Math.min(maxConnections, CONNECTIONS_PER_ORGANIZATION),
    maxWaitingPerKey: MAX_WAITING_CALLS,
    maxWaitMs: MAX_WAIT_MS,
    refusal: () => tooMany("calls"),
  });
}

/** Writers of an organization's search index exclude each other; without this they would wait with a connection in hand. */
export function storingShares(): FairQueue {
  return new FairQueue({
    atOnce: MAX_STORING,
    perKey: 1,
    maxWaitingPerKey: MAX_WAITING_BYTES,
    maxWaitMs: MAX_WAIT_MS,
    refusal: () => tooMany("texts to store"),
  });
}

/** What a text counts while it waits to be stored. */
export function waitingWeight(bytes: number): number {
  return Math.max(bytes, MIN_WAITING_BYTES);
}

function tooMany(what: string): AppError {
  return new AppError(
    "RATE_LIMITED",
    `Too many ${what} of your organization are waiting. Next: wait ${RETRY_SECONDS} s, then repeat this, with fewer at a time.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
