import {
  endGrant,
  findRepeatedRefresh,
  type Grant,
  insertOauthTokens,
  markCodeUsed,
  markReplaced,
  readOauthToken,
  type TokenPair,
  withGrant,
} from "@trovella/db/identity";
import { hashSecret, newSecret, successorOf } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import {
  type CodeRequest,
  decideCode,
  decideRefresh,
  isValidFor,
  REFRESH_GRACE_MS,
  type RefreshRequest,
} from "./grant-rules.ts";

const ACCESS_MS = 60 * 60 * 1000;
const REFRESH_MS = 30 * 24 * 60 * 60 * 1000;

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

interface IssuedTokens extends Tokens {
  readonly grant: Grant;
  readonly accessExpiresAt: Date;
}

export type Exchange = IssuedTokens | "invalid_grant" | "invalid_scope";

export async function redeemCode(
  { database }: Settings,
  { code, ...request }: CodeRequest & { readonly code: string },
  now: Date,
): Promise<Exchange> {
  const tokens = { access: newSecret("access"), refresh: newSecret("refresh") };
  const key = { by: "code", value: hashSecret(code) } as const;
  const issued = await withGrant(database, key, async (transaction, grant) => {
    const change = { grantId: grant.id, now };
    const decision = decideCode(grant, request, now);
    if (decision === "revoke") await endGrant(transaction, change);
    if (decision !== "redeem") return null;
    await markCodeUsed(transaction, change);
    const pair = storedPair(tokens, grant, now);
    await insertOauthTokens(transaction, { ...change, tokens: pair });
    return { ...tokens, grant, accessExpiresAt: pair.access.expiresAt };
  });
  return issued ?? "invalid_grant";
}

export async function rotateRefreshToken(
  { database, keys }: Settings,
  { refreshToken, ...request }: RefreshRequest & { readonly refreshToken: string },
  now: Date,
): Promise<Exchange> {
  const tokens = {
    access: successorOf(keys.successor, "access", refreshToken),
    refresh: successorOf(keys.successor, "refresh", refreshToken),
  };
  const hash = hashSecret(refreshToken);
  const accessHash = hashSecret(tokens.access);
  // Of many concurrent refreshes only the first has to wait for the lock.
  const since = new Date(now.getTime() - REFRESH_GRACE_MS);
  const repeated = await findRepeatedRefresh(database, { hash, accessHash, now, since });
  if (repeated && isValidFor(repeated.grant, request, now)) return { ...tokens, ...repeated };

  const exchange = await withGrant(
    database,
    { by: "refresh", value: hash },
    async (transaction, grant): Promise<Exchange> => {
      const token = await readOauthToken(transaction, hash);
      const decision = decideRefresh({ grant, token }, request, now);
      if (decision === "invalid_scope") return decision;
      if (decision === "rotate") {
        const pair = storedPair(tokens, grant, now);
        await markReplaced(transaction, { hash, now });
        await insertOauthTokens(transaction, { grantId: grant.id, tokens: pair, now });
        return { ...tokens, grant, accessExpiresAt: pair.access.expiresAt };
      }
      if (decision === "revoke") await endGrant(transaction, { grantId: grant.id, now });
      if (decision !== "repeat") return "invalid_grant";
      const given = await readOauthToken(transaction, accessHash);
      return given ? { ...tokens, grant, accessExpiresAt: given.expiresAt } : "invalid_grant";
    },
  );
  return exchange ?? "invalid_grant";
}

/** No token outlives its grant. */
function storedPair({ access, refresh }: Tokens, { endsAt }: Grant, now: Date): TokenPair {
  const after = (milliseconds: number) =>
    new Date(Math.min(now.getTime() + milliseconds, endsAt.getTime()));
  return {
    access: { hash: hashSecret(access), expiresAt: after(ACCESS_MS) },
    refresh: { hash: hashSecret(refresh), expiresAt: after(REFRESH_MS) },
  };
}
