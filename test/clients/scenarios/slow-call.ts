import { call, type Scenario } from "./scenario.ts";

/** Recognized by the model server, which does not hurry to answer it. */
export const SLOW_TEXT = "SLOW-EXTRACTION";

/** So long the client still runs: the call must end because it was cancelled, not because the client ended its server. */
const PAUSE_MS = 7_000;

/** A call that takes longer than the client waits, then one that works. */
export const slowCall: Scenario = (told, { label }) => {
  const last = told.at(-1);
  if (!last) {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    return call("extract_data", { schema, sourceText: `${SLOW_TEXT} ${label} a is b` });
  }
  if (last.tool !== "extract_data") return { done: {} };
  return { call: "ping", input: {}, afterMs: PAUSE_MS };
};
