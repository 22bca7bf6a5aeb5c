import { LRUCache } from "lru-cache";
import type { Database } from "../connection/database.ts";
import { findGrant, type TokenGrant } from "./access-keys.ts";
import { hashToken, isWholeToken } from "./token-format.ts";

/** Long enough for a burst of calls to ask once, short enough for a revoked token to end at once. */
const KEPT_MS = 1_000;
const MAX_KEPT = 10_000;

interface Kept {
  readonly askedAtMs: number;
  readonly answer: Promise<TokenGrant | null>;
}

interface VerifierOptions {
  readonly now: () => Date;
  /** Told of every use of a token that is good. */
  readonly onUse?: (grant: TokenGrant, at: Date) => void;
}

/** Says what tokens give, asking the database for each token at most once a second. */
export class TokenVerifier {
  private readonly kept = new LRUCache<string, Kept>({ max: MAX_KEPT });
  private readonly database: Database;
  private readonly options: VerifierOptions;

  constructor(database: Database, options: VerifierOptions) {
    this.database = database;
    this.options = options;
  }

  /** Null for everything that is no token, expired, revoked, or of somebody who does not belong there any more. */
  async verify(token: string): Promise<TokenGrant | null> {
    if (!isWholeToken(token)) return null;
    const now = this.options.now();
    const grant = await this.find(hashToken(token), now.getTime());
    if (!grant || grant.expiresAt.getTime() <= now.getTime()) return null;
    this.options.onUse?.(grant, now);
    return grant;
  }

  private find(hash: string, nowMs: number): Promise<TokenGrant | null> {
    const known = this.kept.get(hash);
    // Counted from when the database was asked, since it may have changed while it answered. Clocks may be set back.
    const ageMs = known ? nowMs - known.askedAtMs : KEPT_MS;
    if (known && ageMs >= 0 && ageMs < KEPT_MS) return known.answer;
    const answer = findGrant(this.database, hash);
    const asked = { askedAtMs: nowMs, answer };
    this.kept.set(hash, asked);
    // What was not found or not answered is asked again: a token may be made in the next moment.
    answer.then(
      (grant) => grant ?? this.forget(hash, asked),
      () => this.forget(hash, asked),
    );
    return answer;
  }

  private forget(hash: string, asked: Kept): void {
    if (this.kept.get(hash) === asked) this.kept.delete(hash);
  }
}
