import { AppError, invalidField } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { newId } from "../connection/new-id.ts";
import { type Tenant, withTenantContext } from "../connection/tenant-context.ts";
import { withOrganization } from "./identity-transaction.ts";
import { isLocalOrganization } from "./local-identity.ts";
import { saveSecurityEvent, writeSecurityEvent } from "./security-events.ts";
import {
  dropShareKey,
  findShareKey,
  readPublicLinks,
  savePublicLinks,
  saveShareKey,
} from "./share-keys.ts";
import {
  countLiveLinks,
  insertShareLink,
  type ListedShareLink,
  markLinkRevoked,
  readShareLink,
  useShareLink,
} from "./share-rows.ts";
import { endingOf, hashToken, isWholeShareToken, newShareToken } from "./token-format.ts";

export const SHARE_LIMITS = {
  minDays: 1,
  maxDays: 366,
  defaultDays: 30,
  perOrganization: 1_000,
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewShareLink {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly planId: string;
  /** Null leads to the newest version of the plan, whichever that will be. */
  readonly outputId: string | null;
  /** The title of the report, for the security log. */
  readonly title: string;
  readonly expiresInDays: number;
}

/** Local mode has one person, on whose computer alone the links work. */
export async function arePublicLinksAllowed(
  database: Database,
  { organizationId }: Tenant,
): Promise<boolean> {
  return (
    (await isLocalOrganization(database, organizationId)) ||
    readPublicLinks(database, organizationId)
  );
}

/** The token is in this reply alone. The listed row comes first: without its key it opens nothing, and can be revoked. */
export async function createShareLink(
  database: Database,
  { tenant, userId, planId, outputId, title, expiresInDays }: NewShareLink,
  now: Date,
): Promise<{ readonly token: string; readonly linkId: string; readonly expiresAt: Date }> {
  checkDays(expiresInDays);
  if (!(await arePublicLinksAllowed(database, tenant))) throw notAllowed();
  const token = newShareToken();
  const linkId = newId("shareLink");
  const expiresAt = new Date(now.getTime() + expiresInDays * DAY_MS);
  await withTenantContext(database, tenant, async (context) => {
    if ((await countLiveLinks(context, now)) >= SHARE_LIMITS.perOrganization) throw tooMany();
    const ending = endingOf(token);
    const link = { id: linkId, planId, outputId, createdBy: userId, ending, expiresAt };
    await insertShareLink(context, { ...link, createdAt: now });
    await saveSecurityEvent(context, {
      kind: "share_link_created",
      subject: { kind: "link", id: linkId, label: title },
      after: { planId, outputId, expiresAt: expiresAt.toISOString() },
    });
  });
  const { organizationId } = tenant;
  await saveShareKey(
    database,
    { tokenHash: hashToken(token), organizationId, linkId, expiresAt },
    now,
  );
  return { token, linkId, expiresAt };
}

/** Revokes a link of the organization; idempotent. Its key is dropped first, so that it is dead whatever follows. */
export async function revokeShareLink(
  database: Database,
  {
    tenant,
    linkId,
    creatorId,
  }: { readonly tenant: Tenant; readonly linkId: string; readonly creatorId: string | null },
  now: Date,
): Promise<ListedShareLink> {
  const link = await withTenantContext(database, tenant, (context) =>
    readShareLink(context, linkId),
  );
  if (!link) throw noSuchLink();
  if (creatorId !== null && link.createdBy !== creatorId) throw notYours();
  await dropShareKey(database, { ...tenant, linkId });
  return withTenantContext(database, tenant, async (context) => {
    if (await markLinkRevoked(context, { linkId, now })) {
      const subject = { kind: "link", id: linkId, label: link.title } as const;
      await saveSecurityEvent(context, { kind: "share_link_revoked", subject });
    }
    return (await readShareLink(context, linkId)) ?? link;
  });
}

export interface OpenedShareLink {
  readonly tenant: Tenant;
  readonly linkId: string;
  readonly outputId: string;
}

/** What a token opens now. Unknown, expired, revoked and forbidden links are all null. */
export async function openShareLink(
  database: Database,
  token: string,
  now: Date,
): Promise<OpenedShareLink | null> {
  if (!isWholeShareToken(token)) return null;
  const key = await findShareKey(database, hashToken(token));
  if (!key || key.expiresAt <= now) return null;
  const { organizationId, linkId } = key;
  if (!key.isAllowed && !(await isLocalOrganization(database, organizationId))) return null;
  const tenant = { organizationId };
  const used = await withTenantContext(database, tenant, async (context) => {
    const opened = await useShareLink(context, { linkId, now });
    if (opened?.uses === 1) {
      const label = (await readShareLink(context, linkId))?.title ?? null;
      const subject = { kind: "link", id: linkId, label } as const;
      await saveSecurityEvent(context, { kind: "share_link_used", subject, actor: null });
    }
    return opened;
  });
  return used && { tenant, linkId, outputId: used.outputId };
}

/** Links that exist open nothing while it is off. */
export function setPublicLinks(
  database: Database,
  { organizationId, isAllowed }: { readonly organizationId: string; readonly isAllowed: boolean },
): Promise<void> {
  return withOrganization(database, organizationId, async (transaction) => {
    if (!(await savePublicLinks(transaction, { organizationId, isAllowed }))) return;
    await writeSecurityEvent(transaction, {
      kind: "public_links_changed",
      organizationId,
      subject: { kind: "organization", id: organizationId, label: null },
      before: { isAllowed: !isAllowed },
      after: { isAllowed },
    });
  });
}

function checkDays(days: number): void {
  const { minDays, maxDays } = SHARE_LIMITS;
  if (Number.isInteger(days) && days >= minDays && days <= maxDays) return;
  throw invalidField(
    "expiresInDays",
    `must be a whole number from ${minDays} to ${maxDays}. Next: correct this.`,
  );
}

function notAllowed(): AppError {
  return new AppError(
    "FORBIDDEN",
    "Public links are switched off in this organization. Next: ask an owner or admin to allow them in Settings.",
  );
}

function tooMany(): AppError {
  return new AppError(
    "LIMIT_EXCEEDED",
    `An organization can have at most ${SHARE_LIMITS.perOrganization} public links. Next: revoke some that are no longer used.`,
  );
}

function notYours(): AppError {
  return new AppError(
    "FORBIDDEN",
    "Only the person who created a public link, an owner or an admin can revoke it. Next: ask one of them.",
  );
}

function noSuchLink(): AppError {
  return new AppError("NOT_FOUND", "There is no such link. Next: look it up in the list.");
}
