export { CLAIM_STATUSES, type ClaimStatus } from "@trovella/evidence/claim";

/** The newest verdict of a person on a row that the statement calls `claim`, as long as the claim has not been amended since. */
export const NEWEST_AUDIT = `(
  SELECT audit.verdict FROM claim_audit AS audit WHERE audit.claim_id = claim.id AND audit.claim_digest = claim.digest
  ORDER BY audit.id DESC LIMIT 1)`;

/** What a row called `claim` counts as: its column keeps what was judged, and a person's verdict comes before that. */
export const CLAIM_STATUS = `CASE ${NEWEST_AUDIT} WHEN 'agree' THEN 'confirmed' WHEN 'disagree' THEN 'disputed' ELSE claim.status END`;
