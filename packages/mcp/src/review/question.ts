import type { ReviewDecision } from "@trovella/plan-engine";

/** A question for the user, which a tool returns instead of a reply when the client can ask it. */
export class Question {
  readonly message: string;
  readonly state: QuestionState;

  constructor(message: string, state: QuestionState) {
    this.message = message;
    this.state = state;
  }
}

/** Travels to the client and back, sealed. It names one review, so it cannot decide another. */
export interface QuestionState {
  readonly planId: string;
  readonly stepId: string;
  readonly reviewId: string;
  /** Counts the attempts to get a usable answer. */
  readonly round: number;
  /** Makes the state usable only once. */
  readonly nonce: string;
}

export type Answer =
  | { readonly action: "decline" | "cancel" }
  | {
      readonly action: "accept";
      readonly decision: ReviewDecision;
      readonly feedback: string | undefined;
    }
  | { readonly action: "unusable" };

export interface Dialogue {
  /** Whether the client can ask its user. */
  readonly isPossible: boolean;
  /** Set when the call carries an answer; its state is null when the client sent none. */
  readonly reply: { readonly state: QuestionState | null; readonly answer: Answer } | null;
}

export const NO_DIALOGUE: Dialogue = { isPossible: false, reply: null };
