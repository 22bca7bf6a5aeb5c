import type { ClaimMeans } from "@trovella/research";
import type { Preparation } from "./preparation.ts";

/** How long a call waits for pages that are being read. */
const CAPTURE_WAIT_MS = 5_000;

export function claimMeans({ caller, inTenant, capture }: Preparation): ClaimMeans {
  const { organizationId } = caller.tenant;
  return {
    organizationId,
    inTenant,
    waitForCaptures: capture && ((keys) => capture.settled(organizationId, keys, CAPTURE_WAIT_MS)),
  };
}
