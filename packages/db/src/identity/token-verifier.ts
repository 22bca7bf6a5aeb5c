import { LRUCache } from "lru-cache";
import type { Database } from "../connection/database.ts";
import { findGrant, type TokenGrant } from "./access-keys.ts";
import { hashToken, isWholeToken } from "./token-format.ts";

/** Long enough for one query per burst of calls, short enough for a revoked token to stop working at once. */
const CACHE_MS = 1_000;
const MAX_CACHED = 10_000;

interface CacheEntry {
  readonly queriedAtMs: number;
  readonly grant: Promise<TokenGrant | null>;
}

interface VerifierOptions {
  readonly now: () => Date;
  /** Called with every use of a valid token. */
  readonly onUse?: (grant: TokenGrant, at: Date) => void;
  /** Called with every use of a token after its end. */
  readonly onExpired?: (grant: TokenGrant) => void;
}

/** Verifies tokens, with a cache that queries each at most once a second. */
export class TokenVerifier {
  private readonly cache = new LRUCache<string, CacheEntry>({ max: MAX_CACHED });
  private readonly database: Database;
  private readonly options: VerifierOptions;

  constructor(database: Database, options: VerifierOptions) {
    this.database = database;
    this.options = options;
  }

  /** Null for a malformed, unknown, expired or revoked token, and for one of a user who is not a member any more. */
  async verify(token: string): Promise<TokenGrant | null> {
    if (!isWholeToken(token)) return null;
    const now = this.options.now();
    const grant = await this.find(hashToken(token), now.getTime());
    if (!grant) return null;
    if (grant.expiresAt.getTime() <= now.getTime()) {
      this.options.onExpired?.(grant);
      return null;
    }
    this.options.onUse?.(grant, now);
    return grant;
  }

  private find(hash: string, nowMs: number): Promise<TokenGrant | null> {
    const cached = this.cache.get(hash);
    // The age counts from the start of the query, whose result may be stale when it arrives. Clocks may be set back.
    const ageMs = cached ? nowMs - cached.queriedAtMs : CACHE_MS;
    if (cached && ageMs >= 0 && ageMs < CACHE_MS) return cached.grant;
    const grant = findGrant(this.database, hash);
    const entry = { queriedAtMs: nowMs, grant };
    this.cache.set(hash, entry);
    // Failures and unknown tokens are not cached: a token may be created in the next moment.
    grant.then(
      (found) => found ?? this.evict(hash, entry),
      () => this.evict(hash, entry),
    );
    return grant;
  }

  private evict(hash: string, entry: CacheEntry): void {
    if (this.cache.get(hash) === entry) this.cache.delete(hash);
  }
}
