import type { BoardView } from "./read-board.ts";

export type Decision = "approve" | "modify" | "skip" | "reject";

/** How a decision can leave the card: by ticket, in the person's own words, or only in the console. */
export type DecisionWay = "ticket" | "message" | "link";

/** All that a face needs, and all that it can do. */
export interface FaceContext {
  readonly view: BoardView;
  readonly way: DecisionWay;
  readonly isBusy: boolean;
  /** A sentence about what failed. */
  readonly problem: string | null;
  /** A sentence about what follows. */
  readonly note: string | null;
  readonly canOpenLinks: boolean;
  readonly canRefresh: boolean;
  readonly canExpand: boolean;
  readonly isConfirming: boolean;
  readonly feedback: HTMLTextAreaElement;
  timeOf(moment: string): string | null;
  open(url: string): void;
  decide(decision: Decision): void;
  confirm(isConfirming: boolean): void;
  refresh(): void;
  expand(): void;
}

/** A face of the card: its head, what scrolls, and what stays in view. */
export interface Face {
  readonly kind: string;
  readonly title: string;
  readonly badge: { readonly word: string; readonly look: string } | null;
  readonly body: readonly (Node | null)[];
  readonly actions: readonly (Node | null)[];
}
