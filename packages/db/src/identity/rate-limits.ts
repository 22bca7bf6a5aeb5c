import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Database } from "../connection/database.ts";
import { type BucketRequest, forgetFullBuckets, type TakenTokens, takeTokens } from "./buckets.ts";

export type RateLimitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterSeconds: number };

/** How often something may be done in a minute, and in all of it at once. */
export interface RateRule {
  readonly name: string;
  readonly perMinute: number;
  /** How many a process takes out of the shared bucket at once, so that not every call asks the database. */
  readonly portion: number;
}

export const RATE_RULES = {
  token: { name: "token", perMinute: 600, portion: 20 },
  organization: { name: "organization", perMinute: 6_000, portion: 200 },
  /** One at a time: here every single one counts. */
  signIn: { name: "sign-in", perMinute: 10, portion: 1 },
  /** By address, behind which a whole office may be whose clients renew their tokens. */
  oauth: { name: "oauth", perMinute: 600, portion: 10 },
  /** Each leaves a row behind. */
  registration: { name: "registration", perMinute: 20, portion: 1 },
} as const satisfies Record<string, RateRule>;

/** What a process holds of a bucket. */
interface Share {
  left: number;
  /** Until when the bucket is known to be empty. */
  emptyUntilMs: number;
}

const MINUTE_MS = 60_000;
/** A refused caller that keeps calling makes a process ask no more often than this. */
const SHORTEST_PAUSE_MS = 200;
/** A share that is evicted costs at most a portion: an unused bucket is full again after a minute. */
const MAX_SHARES = 20_000;
const TIDY_EVERY_MS = 10 * MINUTE_MS;

/**
 * Limits that all processes on the database share. A process takes portions and hands them out itself; it fetches the
 * next one before the last is used up, so that a call seldom waits.
 */
export class RateLimits {
  /** How many calls this process refused, by the name of the rule. */
  readonly refusals = new Map<string, number>();
  private readonly shares = new LRUCache<string, Share>({ max: MAX_SHARES });
  /** Requests in flight, by bucket: a statement that names a bucket twice would fail. */
  private readonly taking = new Map<string, Promise<void>>();
  private gathering: { wishes: BucketRequest[]; taken: Promise<readonly TakenTokens[]> } | null =
    null;
  private tidiedAtMs: number;
  private readonly database: Database;
  private readonly nowMs: () => number;

  constructor(database: Database, nowMs: () => number = () => performance.now()) {
    this.database = database;
    this.nowMs = nowMs;
    this.tidiedAtMs = nowMs();
  }

  /** Counts a call of `key`, or several at once. The key may be any text; it is not stored. */
  async limit(rule: RateRule, key: string, calls = 1): Promise<RateLimitResult> {
    const bucket = `${rule.name}:${createHash("sha256").update(key).digest("base64url")}`;
    const share = this.shareOf(bucket);
    // Whoever waited may find the portion used up by others that waited too.
    while (share.left < calls) {
      const pauseMs = share.emptyUntilMs - this.nowMs();
      if (pauseMs > 0) return this.refuse(rule, pauseMs);
      await this.take(rule, bucket, share);
    }
    share.left -= calls;
    const isNextDue = rule.portion > 1 && share.left < rule.portion / 2;
    if (isNextDue && share.emptyUntilMs <= this.nowMs()) {
      // A failure shows itself to whoever has to wait for the next portion.
      this.take(rule, bucket, share).catch(() => undefined);
    }
    return { ok: true };
  }

  private refuse({ name }: RateRule, pauseMs: number): RateLimitResult {
    this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
    return { ok: false, retryAfterSeconds: Math.ceil(pauseMs / 1000) };
  }

  private take(rule: RateRule, bucket: string, share: Share): Promise<void> {
    const inFlight = this.taking.get(bucket);
    if (inFlight) return inFlight;
    const taking = this.fetch(rule, bucket, share).finally(() => this.taking.delete(bucket));
    this.taking.set(bucket, taking);
    return taking;
  }

  private async fetch({ perMinute, portion }: RateRule, bucket: string, share: Share) {
    const taken = await this.gather({ bucket, perMinute, portion });
    const perMs = perMinute / MINUTE_MS;
    share.left += taken.granted;
    if (taken.granted > 0) return;
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, (1 - taken.level) / perMs);
    share.emptyUntilMs = this.nowMs() + pauseMs;
  }

  /** Everything that is wanted in the same moment goes into one statement. */
  private async gather(wish: BucketRequest): Promise<TakenTokens> {
    this.gathering ??= this.startGathering();
    const { wishes, taken } = this.gathering;
    const place = wishes.push(wish) - 1;
    const portion = (await taken)[place];
    if (!portion) throw new Error("The database did not say how much it gave.");
    return portion;
  }

  private startGathering() {
    const wishes: BucketRequest[] = [];
    const taken = Promise.resolve().then(() => {
      this.gathering = null;
      this.tidy();
      return takeTokens(this.database, wishes);
    });
    return { wishes, taken };
  }

  private shareOf(bucket: string): Share {
    const known = this.shares.get(bucket);
    if (known) return known;
    const share = { left: 0, emptyUntilMs: 0 };
    this.shares.set(bucket, share);
    return share;
  }

  private tidy(): void {
    if (this.nowMs() - this.tidiedAtMs < TIDY_EVERY_MS) return;
    this.tidiedAtMs = this.nowMs();
    // Rows that nobody needs do no harm until the next time.
    forgetFullBuckets(this.database).catch(() => undefined);
  }
}
