import { foreignKey, index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, moment, oneOf } from "./columns.ts";
import { member } from "./identity.ts";

// Outside row-level security: a token is looked up before the organization it belongs to is known.

export const OAUTH_TOKEN_KINDS = ["access", "refresh"] as const;

/** A client that registered itself. Clients identified by the URL of a metadata document have no row. */
export const oauthClient = pgTable(
  "oauth_client",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    redirectUris: text("redirect_uris").array().notNull(),
    /** When a user last authorized it; registrations that nobody authorizes are deleted after a day. */
    grantedAt: moment("granted_at"),
    createdAt: createdAt(),
  },
  (table) => [index("oauth_client_created").on(table.createdAt)],
);

/** A user's consent for a client in one organization; its tokens are deleted with it. */
export const oauthGrant = pgTable(
  "oauth_grant",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id").notNull(),
    userId: text("user_id").notNull(),
    clientId: text("client_id").notNull(),
    clientName: text("client_name").notNull(),
    scopes: text("scopes").array().notNull(),
    /** URL of the server that the tokens are meant for. */
    resource: text("resource").notNull(),
    redirectUri: text("redirect_uri").notNull(),
    codeHash: text("code_hash").notNull().unique(),
    codeChallenge: text("code_challenge").notNull(),
    codeExpiresAt: moment("code_expires_at").notNull(),
    codeUsedAt: moment("code_used_at"),
    revokedAt: moment("revoked_at"),
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
  },
  (table) => [
    // Leaving an organization revokes the grants made there.
    foreignKey({
      name: "oauth_grant_member",
      columns: [table.organizationId, table.userId],
      foreignColumns: [member.organizationId, member.userId],
    }).onDelete("cascade"),
    index("oauth_grant_member_of").on(table.organizationId, table.userId),
    index("oauth_grant_client").on(table.clientId),
  ],
);

export const oauthToken = pgTable(
  "oauth_token",
  {
    hash: text("hash").primaryKey(),
    grantId: text("grant_id")
      .notNull()
      .references(() => oauthGrant.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: OAUTH_TOKEN_KINDS }).notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** When a refresh token was exchanged for its successor. */
    replacedAt: moment("replaced_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("oauth_token_grant").on(table.grantId),
    index("oauth_token_expires").on(table.expiresAt),
    oneOf("oauth_token_kind_known", table.kind, OAUTH_TOKEN_KINDS),
  ],
);
