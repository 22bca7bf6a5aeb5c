import type { ReviewDecision } from "@trovella/plan-engine";

/** What a tool wants to ask the person before its reply, where the client can do that. */
export class Question {
  readonly message: string;
  readonly state: QuestionState;

  constructor(message: string, state: QuestionState) {
    this.message = message;
    this.state = state;
  }
}

/** Goes to the client and comes back sealed. It names one review, so it cannot decide another. */
export interface QuestionState {
  readonly planId: string;
  readonly stepId: string;
  readonly reviewId: string;
  /** Which attempt to get a usable answer this is. */
  readonly round: number;
  /** Makes the state usable once. */
  readonly nonce: string;
}

/** What came back. */
export type Answer =
  | { readonly action: "decline" | "cancel" }
  | {
      readonly action: "accept";
      readonly decision: ReviewDecision;
      readonly feedback: string | undefined;
    }
  | { readonly action: "unusable" };

/** The dialogue with a person that a call may hold. */
export interface Dialogue {
  /** Whether the client said that it can ask its person. */
  readonly isPossible: boolean;
  /** Set when this call brings an answer. The state is null when none came with it. */
  readonly reply: { readonly state: QuestionState | null; readonly answer: Answer } | null;
}

export const NO_DIALOGUE: Dialogue = { isPossible: false, reply: null };
