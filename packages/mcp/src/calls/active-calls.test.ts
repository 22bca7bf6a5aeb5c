import type { Caller } from "@trovella/research";
import { describe, expect, it } from "vitest";
import { ActiveCalls } from "./active-calls.ts";
import type { CallConnection } from "./call-connection.ts";

const CALLER = { userId: "usr_a", tenant: { organizationId: "org_a" } } as Caller;

describe("a call", () => {
  it("is cancelled by the id of its request, by the same person only", async () => {
    const { calls, gone, signal } = started();
    calls.cancel({ ...CALLER, tenant: { organizationId: "org_b" } }, 7);
    calls.cancel({ ...CALLER, userId: "usr_other" }, 7);
    calls.cancel(CALLER, "7");
    calls.cancel(CALLER, 8);
    expect(signal()?.aborted).toBe(false);
    calls.cancel(CALLER, 7);
    expect(signal()?.aborted).toBe(true);
    await gone;
    // There is nothing left to cancel.
    calls.cancel(CALLER, 7);
  });

  it("is cancelled with its connection", async () => {
    const { gone, connection, signal } = started();
    connection.abort("closed");
    expect(signal()).toMatchObject({ aborted: true, reason: "closed" });
    await gone;
  });
});

function started() {
  const calls = new ActiveCalls();
  const connection = new AbortController();
  let seen: AbortSignal | undefined;
  const given: CallConnection = {
    requestId: 7,
    signal: connection.signal,
    isCancelledApart: true,
    report: null,
  };
  const gone = calls.run({ caller: CALLER, connection: given }, ({ signal }) => {
    seen = signal;
    return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  });
  return { calls, connection, gone, signal: () => seen };
}
