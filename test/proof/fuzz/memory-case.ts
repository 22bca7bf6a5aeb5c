import type { Json } from "../history/record.ts";
import type { KnownArtifact } from "./world.ts";

export interface MemoryCase {
  readonly what: string;
  readonly tool: string;
  readonly input: Json;
  /** Success, or one of these codes. */
  readonly expects: "success" | readonly string[];
  /** Whether a search may find something. */
  readonly findsNothing?: boolean;
  /** Whether it uses up all the time it may take; there is a quicker one of its kind. */
  readonly isSlow?: boolean;
}

/** The arguments that name a held step. */
export function leaseOf({ planId, stepId, token }: KnownArtifact): Json {
  return { planId, stepId, leaseToken: token };
}
