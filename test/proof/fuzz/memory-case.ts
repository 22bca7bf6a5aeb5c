import type { Json } from "../history/record.ts";
import type { KnownArtifact } from "./world.ts";

export interface MemoryCase {
  readonly what: string;
  readonly tool: string;
  readonly input: Json;
  /** Success, or one of these codes. */
  readonly expects: "success" | readonly string[];
  /** Whether a search may have hits. */
  readonly findsNothing?: boolean;
  /** Whether it runs into a time limit; short runs leave it out, since a faster case covers the same. */
  readonly isSlow?: boolean;
}

/** The arguments that identify a held step. */
export function leaseOf({ planId, stepId, token }: KnownArtifact): Json {
  return { planId, stepId, leaseToken: token };
}
