import type { CallRecord } from "@trovella/db/calls";
import { AppError } from "@trovella/foundation";
import type { ShownPlan } from "../board/card.ts";
import type { Services } from "../services.ts";
import type { Waiting } from "../waiting/waiting.ts";
import type { WaitingPlace } from "../waiting/waiting-calls.ts";
import type { StartedCall } from "./call-request.ts";

const MAX_WAIT_SECONDS = 50;
/** Clients that reset their timeout on progress do so after 10 s at the earliest. */
const PROGRESS_MS = 8_000;

/** A call whose tool has nothing yet. Its transaction is over. */
export interface PausedCall {
  readonly waiting: Waiting;
  /** Set when the effect of the call is committed. */
  readonly record: CallRecord | null;
  readonly hasChanged: boolean;
  readonly shown: ShownPlan | null;
}

export interface AttemptOptions {
  readonly canWait: boolean;
  /** Throws when the caller of a call that has waited is gone. */
  readonly requireCaller?: () => void;
}

export interface Attempts<Result> {
  /** Runs the tool in a transaction of its own. */
  attempt(options: AttemptOptions): Promise<Result | PausedCall>;
  /** Gives a call with an effect its final reply. */
  finish(paused: PausedCall): Promise<Result>;
}

interface Wait {
  readonly seconds: number;
  /** The idempotency key of the call. */
  readonly key: string | undefined;
}

/** How long a call wants to wait, and the warning when that is too long. */
export function waitOf({ waitSeconds = 0 }: { readonly waitSeconds?: number }) {
  const seconds = Math.min(waitSeconds, MAX_WAIT_SECONDS);
  const warnings =
    waitSeconds > seconds ? [`waitSeconds is at most ${MAX_WAIT_SECONDS}, and taken as that.`] : [];
  return { seconds, warnings };
}

/**
 * Answers a call whose caller wants to wait. Between the attempts it holds nothing: something must have happened to the
 * plan before the tool runs again, and at the end it answers as it would have without waiting.
 */
export async function waitForAnswer<Result extends object>(
  { waiting: waitingCalls, announce }: Services,
  call: StartedCall,
  { seconds, key, attempt, finish }: Attempts<Result> & Wait,
): Promise<Result> {
  const { tool, caller, connection } = call;
  if (!waitingCalls || seconds === 0) return answered(await attempt({ canWait: false }));
  const place = waitingCalls.enter({ caller, key, signal: connection?.signal });
  const deadlineMs = call.startedMs + seconds * 1000;
  const progress = new ProgressReports(call, seconds);
  try {
    let attempted = await attempt({ canWait: true });
    while (isPaused(attempted)) {
      if (attempted.hasChanged) announce({ ...caller.tenant, topics: tool.changes });
      progress.start(attempted.waiting);
      const pausedMs = performance.now();
      const end = await place.until(attempted.waiting, deadlineMs);
      call.waited.ms += performance.now() - pausedMs;
      if (attempted.waiting.finish) return await finish(attempted);
      await requireAuthorization(call);
      const requireCaller = () => requirePresence(place, tool.name);
      requireCaller();
      attempted = await attempt({ canWait: end === "changed", requireCaller });
    }
    return attempted;
  } finally {
    progress.stop();
    place.leave();
  }
}

function isPaused<Result extends object>(attempted: Result | PausedCall): attempted is PausedCall {
  return "waiting" in attempted;
}

function answered<Result extends object>(attempted: Result | PausedCall): Result {
  if (isPaused(attempted)) throw new Error("A tool waits that may not.");
  return attempted;
}

/** A step that is handed out to nobody would be held until its lease ends. */
function requirePresence(place: WaitingPlace, toolName: string): void {
  if (!place.isGone) return;
  throw new AppError(
    "UNAVAILABLE",
    `The call was cancelled while it waited, and nothing was handed out. Next: repeat ${toolName}.`,
  );
}

async function requireAuthorization({ connection, tool }: StartedCall): Promise<void> {
  const { isStillAuthorized } = connection ?? {};
  if (!isStillAuthorized || (await isStillAuthorized())) return;
  throw new AppError(
    "FORBIDDEN",
    `Your access ended while ${tool.name} waited. Next: sign in again.`,
  );
}

/** Tells a client that asked for it that its call is alive. */
class ProgressReports {
  private timer: NodeJS.Timeout | undefined;
  private readonly call: StartedCall;
  private readonly seconds: number;

  constructor(call: StartedCall, seconds: number) {
    this.call = call;
    this.seconds = seconds;
  }

  start({ purpose }: Waiting): void {
    const report = this.call.connection?.report;
    if (!report || this.timer) return;
    const send = () => {
      const elapsed = (performance.now() - this.call.startedMs) / 1000;
      const progress = Math.min(Math.round(elapsed * 10) / 10, this.seconds);
      report({ progress, total: this.seconds, message: `Waiting for ${purpose}` });
    };
    send();
    this.timer = setInterval(send, PROGRESS_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
