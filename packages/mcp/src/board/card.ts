import type { Ticket, Tickets } from "./tickets.ts";

/** The card that the client shows for this call. Calls of clients that show none have none. */
export interface Card {
  readonly tickets: Tickets;
  /** The ticket in the arguments, opened; null when there is none or it is not valid. */
  readonly ticket: Ticket | null;
}

/** The plan that a call wants to be shown in the card. */
export interface ShownPlan {
  readonly planId: string;
  /** Set when a review may be decided in the card; the step is the one in review, if the call knows it. */
  readonly decides?: { readonly stepId?: string | undefined };
}
