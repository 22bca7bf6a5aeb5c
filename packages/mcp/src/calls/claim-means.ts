import type { ClaimMeans } from "@trovella/research";
import type { CaptureQueue } from "../services.ts";
import type { Preparation } from "./preparation.ts";

/** How long a call waits for pages that are being read. */
const CAPTURE_WAIT_MS = 5_000;

export function claimMeans({ caller, inTenant, capture, signal }: Preparation): ClaimMeans {
  const { organizationId } = caller.tenant;
  const settled = (queue: CaptureQueue, keys: readonly string[]) =>
    Promise.race([queue.settled(organizationId, keys, CAPTURE_WAIT_MS), untilAborted(signal)]);
  return {
    organizationId,
    inTenant,
    waitForCaptures: capture && ((keys) => settled(capture, keys)),
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
