/** Gives a fresh id; the engine has no randomness of its own. */
export type NewId = (kind: "step" | "condition") => string;
