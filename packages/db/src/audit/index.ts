export { type AuditKey, auditKeyOf, readAuditKey } from "./audit-key.ts";
export type { ChainedRow } from "./audit-rows.ts";
export { AuditSealer, sealAllPlans } from "./audit-sealer.ts";
export { consistencyProof, inclusionProof } from "./merkle-tree.ts";
export {
  findRecordedPlan,
  findSealedPlan,
  type RecordedPlan,
  readEntries,
  readSealedTree,
  readTexts,
} from "./read-record.ts";
export { type Sealing, sealPlans } from "./seal-plans.ts";
export { type Checkpoint, keyId, readCheckpoint } from "./signed-note.ts";
