import { AppError } from "@trovella/foundation";
import { isPin, readPinHash } from "./review-pin.ts";

const MAX_WRONG = 5;
const WINDOW_MS = 60_000;
const MAX_SESSIONS = 1_000;

/** Asks each browser session once for the review PIN, if one is set. Sessions are forgotten when the server stops. */
export class ReviewLock {
  readonly #dataDirectory: string;
  readonly #now: () => number;
  /** The hash each session was unlocked with, so that another PIN locks them all. */
  readonly #unlocked = new Map<string, string>();
  /** Times of wrong and of unfinished attempts, of all sessions together: a program can have any number of sessions. */
  #attempts: number[] = [];

  constructor(dataDirectory: string, now: () => number = Date.now) {
    this.#dataDirectory = dataDirectory;
    this.#now = now;
  }

  async isOpenFor(sessionId: string): Promise<boolean> {
    const hash = await readPinHash(this.#dataDirectory);
    return hash === null || this.#unlocked.get(sessionId) === hash;
  }

  async unlock(sessionId: string, pin: string): Promise<void> {
    const hash = await readPinHash(this.#dataDirectory);
    if (hash === null) return;
    const attempt = this.#startAttempt();
    if (!(await isPin(pin, hash))) throw new AppError("FORBIDDEN", "Wrong PIN. Next: try again.");
    this.#attempts = this.#attempts.filter((time) => time !== attempt);
    this.#unlocked.set(sessionId, hash);
    const [oldest] = this.#unlocked.keys();
    if (this.#unlocked.size > MAX_SESSIONS && oldest) this.#unlocked.delete(oldest);
  }

  /** Counts the attempt before it is checked, since attempts may come at the same time. */
  #startAttempt(): number {
    const now = this.#now();
    this.#attempts = this.#attempts.filter((time) => now - time < WINDOW_MS);
    const [first] = this.#attempts;
    if (first !== undefined && this.#attempts.length >= MAX_WRONG) {
      const retryAfterSeconds = Math.ceil((first + WINDOW_MS - now) / 1_000);
      throw new AppError(
        "RATE_LIMITED",
        `Too many wrong PINs. Next: try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    }
    this.#attempts.push(now);
    return now;
  }
}
