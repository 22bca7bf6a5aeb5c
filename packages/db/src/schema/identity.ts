import { ROLES } from "@trovella/foundation";
import { WHO_DECIDES } from "@trovella/plan-engine";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { createdAt, moment, oneOf, updatedAt } from "./columns.ts";
import { ORGANIZATION_TYPES } from "./value-lists.ts";

// Outside row-level security: reached by the identity code alone, never by the tenant role.

export const INVITATION_STATUSES = ["pending", "accepted", "revoked"] as const;
export const user = pgTable("user", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  /** While it is set, no credential of the user is accepted. */
  disabledAt: moment("disabled_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const organization = pgTable(
  "organization",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    slug: text("slug").notNull().unique(),
    type: text("type", { enum: ORGANIZATION_TYPES }).notNull().default("personal"),
    logo: text("logo"),
    whoDecides: text("who_decides", { enum: WHO_DECIDES }).notNull().default("anyone"),
    /** Whether members may publish reports by link; links that exist open nothing while it is off. */
    publicLinks: boolean("public_links").notNull().default(false),
    metadata: jsonb("metadata"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf("organization_type_known", table.type, ORGANIZATION_TYPES),
    oneOf("organization_who_decides_known", table.whoDecides, WHO_DECIDES),
  ],
);

export const member = pgTable(
  "member",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    role: text("role", { enum: ROLES }).notNull().default("member"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("member_organization_user").on(table.organizationId, table.userId),
    index("member_user").on(table.userId),
    oneOf("member_role_known", table.role, ROLES),
  ],
);

export const invitation = pgTable(
  "invitation",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull().default("member"),
    status: text("status", { enum: INVITATION_STATUSES }).notNull().default("pending"),
    /** Hash of the secret in the link; the link itself is shown once. */
    tokenHash: text("token_hash").unique(),
    inviterId: text("inviter_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("invitation_organization").on(table.organizationId),
    index("invitation_email").on(table.email),
    oneOf("invitation_role_known", table.role, ROLES),
    oneOf("invitation_status_known", table.status, INVITATION_STATUSES),
  ],
);

export const session = pgTable(
  "session",
  {
    id: text("id").primaryKey(),
    /** Hash of the value in the cookie. */
    token: text("token").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    activeOrganizationId: text("active_organization_id").references(() => organization.id, {
      onDelete: "set null",
    }),
    expiresAt: moment("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("session_user").on(table.userId), index("session_expires").on(table.expiresAt)],
);

/** A way in which a person signs in: with a password, or through a provider that knows them by another id. */
export const account = pgTable(
  "account",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    providerId: text("provider_id").notNull(),
    accountId: text("account_id").notNull(),
    /** Hashed with scrypt and a salt of its own. */
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("account_provider").on(table.providerId, table.accountId),
    index("account_user").on(table.userId),
  ],
);

/**
 * Looks up a personal access token before its organization is known, with everything needed to authenticate a request.
 * Deleted with the membership it stands for.
 */
export const accessKey = pgTable(
  "access_key",
  {
    tokenHash: text("token_hash").primaryKey(),
    organizationId: text("organization_id").notNull(),
    tokenId: text("token_id").notNull(),
    userId: text("user_id").notNull(),
    scopes: text("scopes").array().notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: "access_key_membership",
      columns: [table.organizationId, table.userId],
      foreignColumns: [member.organizationId, member.userId],
    }).onDelete("cascade"),
    uniqueIndex("access_key_token").on(table.tokenId),
    index("access_key_member").on(table.organizationId, table.userId),
    check("access_key_ends", sql`${table.expiresAt} <= ${table.createdAt} + interval '8784 hours'`),
  ],
);

/** Looks up a link to a report before its organization is known. What it opens is in share_link, and it opens nothing without that row. */
export const shareKey = pgTable(
  "share_key",
  {
    tokenHash: text("token_hash").primaryKey(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    linkId: text("link_id").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("share_key_link").on(table.organizationId, table.linkId),
    check("share_key_ends", sql`${table.expiresAt} <= ${table.createdAt} + interval '8784 hours'`),
  ],
);
