import type { Capability, Finding } from "../capabilities.ts";
import type { TestClient } from "../catalog/test-client.ts";
import type { Bench } from "./session.ts";

/** Decides the review of a plan in the client's own dialog. */
export async function checkDialogs(
  _bench: Bench,
  client: TestClient,
  findings: Map<Capability, Finding>,
): Promise<void> {
  if (!client.dialog) return;
  findings.set("approve", "not tried");
}
