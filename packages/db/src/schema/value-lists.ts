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
