import type { ReviewDecision } from "@trovella/plan-engine";
import { createStore } from "../components/create-store.ts";

/** How long a decision can be undone before it is sent. */
export const HOLD_MS = 8_000;
/** How long the toast of a saved decision stays. */
const SAVED_SHOWN_MS = 10_000;
/** A decision is saved within this time of being sent, or not at all. */
const SENDING_MS = 10_000;
const LEAVING_MS = 3_000;
/** One more sends the oldest at once: nobody undoes so many. */
const MAX_HELD = 3;

export interface Verdict {
  readonly planId: string;
  readonly reviewId: string;
  readonly decision: ReviewDecision;
  readonly feedback?: string | undefined;
}

export interface DecidedPlan {
  readonly handle: string;
  readonly title: string;
}

export interface HeldDecision {
  readonly verdict: Verdict;
  readonly plan: DecidedPlan;
  /** held: can be undone. sending: on its way. saved, failed: the outcome. */
  readonly state: "held" | "sending" | "saved" | "failed";
  /** When it is sent, in milliseconds. */
  readonly sendAt: number;
  /** The user may be on the way to the assistant with the prompt. */
  readonly isPromptCopied: boolean;
  readonly error: unknown;
}

export interface HeldDecisionParts {
  readonly now: () => number;
  readonly send: (verdict: Verdict) => Promise<unknown>;
  /** Must start the request before it returns, and the request must survive the page. */
  readonly sendOnLeaving: (verdict: Verdict) => Promise<unknown>;
  /** Notes outside of the page that a decision is on its way; if the note is still there at `lostAt`, it never arrived. */
  readonly remember: (held: HeldDecision, lostAt: number) => void;
  readonly forget: (reviewId: string) => void;
  readonly onSaved: (verdict: Verdict) => void;
  readonly onSettled: () => void;
  readonly holdMs?: number;
}

/**
 * Decisions that the user has made and can still undo. Each is sent once: when its time is over, or when the page is
 * left. Undo and sending are exclusive, since a decision is undone only while it is held.
 */
export function createHeldDecisions(parts: HeldDecisionParts) {
  const { holdMs = HOLD_MS } = parts;
  const store = createStore<readonly HeldDecision[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const find = (reviewId: string) =>
    store.get().find(({ verdict }) => verdict.reviewId === reviewId);
  const remove = (reviewId: string) => {
    clearTimeout(timers.get(reviewId));
    timers.delete(reviewId);
    store.set(store.get().filter(({ verdict }) => verdict.reviewId !== reviewId));
  };
  const change = (reviewId: string, changed: Partial<HeldDecision>) =>
    store.set(
      store
        .get()
        .map((held) => (held.verdict.reviewId === reviewId ? { ...held, ...changed } : held)),
    );
  const after = (reviewId: string, delayMs: number, work: () => void) => {
    clearTimeout(timers.get(reviewId));
    timers.set(reviewId, setTimeout(work, delayMs));
  };

  async function send(reviewId: string, through = parts.send): Promise<void> {
    const held = find(reviewId);
    if (!held || held.state === "sending" || held.state === "saved") return;
    clearTimeout(timers.get(reviewId));
    change(reviewId, { state: "sending", error: null });
    await through(held.verdict)
      .then(
        () => {
          parts.forget(reviewId);
          parts.onSaved(held.verdict);
          change(reviewId, { state: "saved" });
          after(reviewId, SAVED_SHOWN_MS, () => remove(reviewId));
        },
        (error: unknown) => change(reviewId, { state: "failed", error }),
      )
      .finally(parts.onSettled);
  }

  const ofState = (state: HeldDecision["state"]) =>
    store.get().filter((held) => held.state === state);

  return {
    useAll: store.useValue,
    all: store.get,

    hold(verdict: Verdict, plan: DecidedPlan, { isPromptCopied = false } = {}): void {
      const { reviewId } = verdict;
      if (["held", "sending"].includes(find(reviewId)?.state ?? "")) return;
      remove(reviewId);
      const sendAt = parts.now() + holdMs;
      const held = { verdict, plan, state: "held", sendAt, isPromptCopied, error: null } as const;
      parts.remember(held, sendAt + SENDING_MS);
      store.set([...store.get(), held]);
      after(reviewId, holdMs, () => void send(reviewId));
      const [oldest, ...others] = ofState("held");
      if (oldest && others.length >= MAX_HELD) void send(oldest.verdict.reviewId);
    },

    /** Undoes a held decision, by default the last one; null if there is none, or it is too late. */
    undo(reviewId?: string): HeldDecision | null {
      const undone = ofState("held").findLast(
        ({ verdict }) => reviewId === undefined || verdict.reviewId === reviewId,
      );
      if (!undone) return null;
      parts.forget(undone.verdict.reviewId);
      remove(undone.verdict.reviewId);
      return undone;
    },

    /** Sends without waiting any longer; also again after a failure. */
    sendNow: (reviewId: string) => void send(reviewId),

    /** Before the user signs out or switches organizations, after which nothing can be sent. */
    async sendAll(): Promise<void> {
      await Promise.all(ofState("held").map(({ verdict }) => send(verdict.reviewId)));
    },

    /** Shows a decision of an earlier page that was never saved. */
    addFailed(verdict: Verdict, plan: DecidedPlan, error: unknown): void {
      if (find(verdict.reviewId)) return;
      const sendAt = parts.now();
      const failed = {
        verdict,
        plan,
        state: "failed",
        sendAt,
        isPromptCopied: false,
        error,
      } as const;
      store.set([...store.get(), failed]);
    },

    dismiss(reviewId: string): void {
      if (find(reviewId)?.state === "failed") parts.forget(reviewId);
      remove(reviewId);
    },

    promptCopied: (reviewId: string) => change(reviewId, { isPromptCopied: true }),

    /** Somebody who leaves with the prompt is done deciding, and the assistant must find the decision. */
    leaveWindow(): void {
      for (const { verdict, isPromptCopied } of ofState("held")) {
        if (isPromptCopied) void send(verdict.reviewId);
      }
    },

    leavePage(): void {
      // The browser cancels these with the page; the server takes a decision only once.
      for (const { verdict } of ofState("sending")) {
        parts.sendOnLeaving(verdict).catch(() => undefined);
      }
      for (const held of ofState("held")) {
        parts.remember(held, parts.now() + LEAVING_MS);
        void send(held.verdict.reviewId, parts.sendOnLeaving);
      }
    },
  };
}
