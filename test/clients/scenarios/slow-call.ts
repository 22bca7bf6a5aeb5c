import { call, type Scenario } from "./scenario.ts";

/** Recognized by the model server, which does not hurry to answer it. */
export const SLOW_TEXT = "SLOW-EXTRACTION";

/** A call that takes longer than the client waits, then one that works. */
export const slowCall: Scenario = (told, { label }) => {
  const last = told.at(-1);
  if (!last) {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    return call("extract_data", { schema, sourceText: `${SLOW_TEXT} ${label} a is b` });
  }
  return last.tool === "extract_data" ? call("ping") : { done: {} };
};
