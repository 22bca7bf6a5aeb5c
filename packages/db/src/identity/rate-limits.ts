import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Database } from "../connection/database.ts";
import { type BucketRequest, deleteFullBuckets, type TakenTokens, takeTokens } from "./buckets.ts";

export type RateLimitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterSeconds: number };

/** A token bucket: `perMinute` is its capacity and its refill. */
export interface RateRule {
  readonly name: string;
  readonly perMinute: number;
  /** How many tokens a process takes from the shared bucket at once, so that not every call queries the database. */
  readonly portion: number;
}

export const RATE_RULES = {
  token: { name: "token", perMinute: 600, portion: 20 },
  organization: { name: "organization", perMinute: 6_000, portion: 200 },
  /** One at a time, so that the limit is exact. */
  signIn: { name: "sign-in", perMinute: 10, portion: 1 },
  /** By IP address, behind which a whole office may refresh its tokens. */
  oauth: { name: "oauth", perMinute: 600, portion: 10 },
  /** Each inserts a row. */
  registration: { name: "registration", perMinute: 20, portion: 1 },
  /** Opening public links, by IP address, and by link wherever from: each renders a document. */
  share: { name: "share", perMinute: 60, portion: 5 },
  shareLink: { name: "share-link", perMinute: 300, portion: 10 },
  /** A site has many networks of IPv6; together they get ten times as much. */
  signInSite: { name: "sign-in-site", perMinute: 100, portion: 1 },
  oauthSite: { name: "oauth-site", perMinute: 6_000, portion: 100 },
  registrationSite: { name: "registration-site", perMinute: 200, portion: 1 },
  /** Over all addresses: failed sign-ins, and registrations. */
  signInEverywhere: { name: "sign-in-everywhere", perMinute: 300, portion: 5 },
  registrationEverywhere: { name: "registration-everywhere", perMinute: 300, portion: 5 },
} as const satisfies Record<string, RateRule>;

/** The tokens that a process holds of a bucket. */
interface Share {
  left: number;
  /** Until when the bucket is known to be empty. */
  emptyUntilMs: number;
}

const MINUTE_MS = 60_000;
/** Limits the queries caused by a caller that is refused and keeps calling. */
const MIN_PAUSE_MS = 200;
/** A share that is evicted costs at most a portion: an unused bucket is full again after a minute. */
const MAX_SHARES = 20_000;
const CLEANUP_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * Rate limits that all processes on the database share. A process takes portions of a bucket and prefetches the next
 * one, so that a call seldom waits.
 */
export class RateLimits {
  /** How many calls this process refused, by the name of the rule. */
  readonly refusals = new Map<string, number>();
  private readonly shares = new LRUCache<string, Share>({ max: MAX_SHARES });
  /** Requests in flight, by bucket: a statement that names a bucket twice would fail. */
  private readonly taking = new Map<string, Promise<void>>();
  private pending: { requests: BucketRequest[]; taken: Promise<readonly TakenTokens[]> } | null =
    null;
  private cleanedAtMs: number;
  private readonly database: Database;
  private readonly nowMs: () => number;

  constructor(database: Database, nowMs: () => number = () => performance.now()) {
    this.database = database;
    this.nowMs = nowMs;
    this.cleanedAtMs = nowMs();
  }

  /** Counts a call of `key`, or several at once. The key may be any text; it is not stored. */
  async limit(rule: RateRule, key: string, calls = 1): Promise<RateLimitResult> {
    const bucket = bucketOf(rule, key);
    const share = this.shareOf(bucket);
    // Concurrent calls wait for the same portion and may use it up.
    while (share.left < calls) {
      const pauseMs = share.emptyUntilMs - this.nowMs();
      if (pauseMs > 0) return this.refuse(rule, pauseMs);
      await this.take(rule, bucket, share);
    }
    share.left -= calls;
    const isNextDue = rule.portion > 1 && share.left < rule.portion / 2;
    if (isNextDue && share.emptyUntilMs <= this.nowMs()) {
      // A failure is reported to the call that has to wait for the next portion.
      this.take(rule, bucket, share).catch(() => undefined);
    }
    return { ok: true };
  }

  /** Gives back a call that was counted; the next call of this process takes it. */
  refund(rule: RateRule, key: string): void {
    const share = this.shareOf(bucketOf(rule, key));
    share.left = Math.min(share.left + 1, rule.perMinute);
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
    const taken = await this.batch({ bucket, perMinute, portion });
    const perMs = perMinute / MINUTE_MS;
    share.left += taken.granted;
    if (taken.granted > 0) return;
    const pauseMs = Math.max(MIN_PAUSE_MS, (1 - taken.level) / perMs);
    share.emptyUntilMs = this.nowMs() + pauseMs;
  }

  /** Batches concurrent requests into one statement. */
  private async batch(request: BucketRequest): Promise<TakenTokens> {
    this.pending ??= this.startBatch();
    const { requests, taken } = this.pending;
    const index = requests.push(request) - 1;
    const portion = (await taken)[index];
    if (!portion) throw new Error("The database returned no row for a bucket.");
    return portion;
  }

  private startBatch() {
    const requests: BucketRequest[] = [];
    const taken = Promise.resolve().then(() => {
      this.pending = null;
      this.cleanUp();
      return takeTokens(this.database, requests);
    });
    return { requests, taken };
  }

  private shareOf(bucket: string): Share {
    const known = this.shares.get(bucket);
    if (known) return known;
    const share = { left: 0, emptyUntilMs: 0 };
    this.shares.set(bucket, share);
    return share;
  }

  private cleanUp(): void {
    if (this.nowMs() - this.cleanedAtMs < CLEANUP_INTERVAL_MS) return;
    this.cleanedAtMs = this.nowMs();
    // Rows that were not deleted do no harm until the next time.
    deleteFullBuckets(this.database).catch(() => undefined);
  }
}

function bucketOf({ name }: RateRule, key: string): string {
  return `${name}:${createHash("sha256").update(key).digest("base64url")}`;
}
