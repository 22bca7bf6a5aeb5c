import { AppError } from "@trovella/foundation";
import { isPin, readPinHash } from "./review-pin.ts";

const MAX_WRONG = 5;
const WINDOW_MS = 60_000;
const MAX_SESSIONS = 1_000;

type PinEvent = "pin_set" | "pin_removed" | "pin_refused";

interface LockOptions {
  readonly dataDirectory: string;
  /** Notified of wrong PINs, and of changes of the PIN, by whichever program. */
  readonly onEvent: (event: PinEvent) => void;
  readonly now?: () => number;
}

/** Asks each browser session once for the review PIN, if one is set. Sessions are forgotten when the server stops. */
export class ReviewLock {
  readonly #options: LockOptions;
  readonly #now: () => number;
  /** Undefined until the file is read for the first time. */
  #lastHash: string | null | undefined;
  /** The hash each session was unlocked with, so that another PIN locks them all. */
  readonly #unlocked = new Map<string, string>();
  /** Times of wrong and of unfinished attempts, of all sessions together: a program can have any number of sessions. */
  #attempts: number[] = [];

  constructor(options: LockOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async isOpenFor(sessionId: string): Promise<boolean> {
    const hash = await this.#readHash();
    return hash === null || this.#unlocked.get(sessionId) === hash;
  }

  async unlock(sessionId: string, pin: string): Promise<void> {
    const hash = await this.#readHash();
    if (hash === null) return;
    const attempt = this.#startAttempt();
    if (!(await isPin(pin, hash))) {
      this.#options.onEvent("pin_refused");
      throw new AppError("FORBIDDEN", "Wrong PIN. Try again.");
    }
    this.#attempts = this.#attempts.filter((time) => time !== attempt);
    this.#unlocked.set(sessionId, hash);
    const [oldest] = this.#unlocked.keys();
    if (this.#unlocked.size > MAX_SESSIONS && oldest) this.#unlocked.delete(oldest);
  }

  async #readHash(): Promise<string | null> {
    const hash = await readPinHash(this.#options.dataDirectory);
    const before = this.#lastHash;
    this.#lastHash = hash;
    if (before !== undefined && before !== hash) {
      this.#options.onEvent(hash === null ? "pin_removed" : "pin_set");
    }
    return hash;
  }

  /** Counts the attempt before it is checked, since attempts may come at the same time. */
  #startAttempt(): number {
    const now = this.#now();
    this.#attempts = this.#attempts.filter((time) => now - time < WINDOW_MS);
    const [first] = this.#attempts;
    if (first !== undefined && this.#attempts.length >= MAX_WRONG) {
      this.#options.onEvent("pin_refused");
      const retryAfterSeconds = Math.ceil((first + WINDOW_MS - now) / 1_000);
      throw new AppError(
        "RATE_LIMITED",
        `Too many wrong PINs. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    }
    this.#attempts.push(now);
    return now;
  }
}
