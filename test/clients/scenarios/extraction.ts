import { call, replyFields, type Scenario } from "./scenario.ts";

/** Recognized by the model server, which does not hurry to answer it. */
export const SLOW_TEXT = "SLOW-EXTRACTION";

/** Recognized too, and answered as SCHEMA asks. */
export const SOURCE_TEXT = "a is b";
export const EXTRACTED = '{"a":"b"}';

const SCHEMA = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
/** So long the client still runs: the call must end because it was cancelled, not because the client ended its server. */
const PAUSE_MS = 7_000;

/** A call that takes longer than the client waits, then one that works. */
export const slowCall: Scenario = (told, { label }) => {
  const last = told.at(-1);
  if (!last) {
    return call("extract_data", {
      schema: SCHEMA,
      sourceText: `${SLOW_TEXT} ${label} ${SOURCE_TEXT}`,
    });
  }
  if (last.tool !== "extract_data") return { done: {} };
  return { call: "ping", input: {}, afterMs: PAUSE_MS };
};

/** Works only where the server has been told of a model: by a setting of the person's. */
export const quickCall: Scenario = (told) => {
  const last = told.at(-1);
  if (!last) return call("extract_data", { schema: SCHEMA, sourceText: SOURCE_TEXT });
  return replyFields(last.reply).data ? { done: {} } : { failed: last.reply.slice(0, 400) };
};
