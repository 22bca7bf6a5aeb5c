export { AUDIT_VERDICTS, CAPTURED_BY, STANCES } from "../schema/value-lists.ts";
export * from "./audits.ts";
export * from "./capture-queue.ts";
export * from "./captures.ts";
export * from "./claim-status.ts";
export * from "./claims.ts";
export * from "./document-claims.ts";
export * from "./read-basis.ts";
export * from "./source-texts.ts";
