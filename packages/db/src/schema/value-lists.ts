// Apart from the tables, so that the running program does not load the schema language.

export const ARTIFACT_TYPES = [
  "finding",
  "source",
  "analysis",
  "critique",
  "synthesis",
  "data",
  "note",
] as const;
export const MEDIA_TYPES = [
  "conversation",
  "markdown",
  "html",
  "word",
  "excel",
  "powerpoint",
  "pdf",
] as const;
/** Who wrote an output: an assistant, or the server from what is stored when nobody did. */
export const OUTPUT_ORIGINS = ["assistant", "server"] as const;
export const FEEDBACK_TYPES = ["initial", "closing"] as const;
export const SATISFACTIONS = [
  "very_satisfied",
  "satisfied",
  "neutral",
  "dissatisfied",
  "very_dissatisfied",
] as const;

export const SKILL_EXECUTION_STATUSES = ["started", "executing", "completed", "failed"] as const;

export const ORGANIZATION_TYPES = ["personal", "family", "company"] as const;

/** Whose text it is: what the assistant handed over, what its program saw, what this server fetched. */
export const CAPTURED_BY = ["assistant", "client", "server"] as const;
/** Why a page has no text here: gone, no answer, an address that is not public, too long, no text, an answer too late, another status. */
export const CAPTURE_FAILURES = [
  "dead",
  "unreachable",
  "refused",
  "too_large",
  "unreadable",
  "slow",
  "status",
] as const;
/** How the body of a webhook is written; all but the first are what a chat service expects. */
export const WEBHOOK_FORMATS = ["json", "slack", "discord", "teams", "ntfy"] as const;
export const DELIVERY_STATUSES = ["waiting", "delivered", "given_up", "cancelled"] as const;
/** Of which plans a person is told: those they started, or all. */
export const NOTIFIED_PLANS = ["mine", "all"] as const;

export const STANCES = ["supports", "contradicts"] as const;
export const AUDIT_VERDICTS = ["agree", "disagree", "unsure"] as const;
