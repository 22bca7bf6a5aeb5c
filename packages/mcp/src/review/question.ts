import type { ReviewDecision } from "@trovella/plan-engine";

/** A question for the user, which a tool returns instead of a reply when the client can ask it. */
export class Question {
  readonly message: string;
  readonly state: QuestionState;
  /** The page to open instead of a form, where only the console's word counts. */
  readonly url: string | null;

  constructor(message: string, state: QuestionState, url: string | null = null) {
    this.message = message;
    this.state = state;
    this.url = url;
  }
}

/** Travels to the client and back, sealed. It names one review, so it cannot decide another. */
export interface QuestionState {
  readonly planId: string;
  readonly stepId: string;
  readonly reviewId: string;
  /** Counts the attempts to get a usable answer. */
  readonly round: number;
  /** The decision whose feedback is asked for now. */
  readonly decision?: ReviewDecision;
  /** Set when the client was asked to open the console: its answer is no decision. */
  readonly isConsoleOnly?: true;
  /** Makes the state usable only once. */
  readonly nonce: string;
}

export type Answer =
  | { readonly action: "decline" | "cancel" }
  | {
      readonly action: "accept";
      readonly decision: ReviewDecision | undefined;
      readonly feedback: string | undefined;
    }
  | { readonly action: "unusable" };

export interface Dialogue {
  /** Whether the client can show its user a form. */
  readonly isPossible: boolean;
  /** Whether the client can open a page for its user. */
  readonly canOpenUrl: boolean;
  /** Set when the call carries an answer; its state is null when the client sent none. */
  readonly reply: { readonly state: QuestionState | null; readonly answer: Answer } | null;
}

export const NO_DIALOGUE: Dialogue = { isPossible: false, canOpenUrl: false, reply: null };
