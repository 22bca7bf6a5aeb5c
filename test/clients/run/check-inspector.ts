import type { Capability, ClientReport, Finding } from "../capabilities.ts";
import type { Transport } from "../catalog/test-client.ts";
import type { Bench } from "./session.ts";

export const INSPECTOR_ID = "inspector";

export async function checkInspector(
  _bench: Bench,
  _transports: readonly Transport[],
): Promise<ClientReport> {
  const findings = new Map<Capability, Finding>([["loopStdio", "not tried"]]);
  return { name: "MCP Inspector", version: "", lacks: [], findings, remarks: [] };
}
