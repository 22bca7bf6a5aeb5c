import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { connectDatabase, type Database, newId, withClient } from "@trovella/db";
import { createToken } from "@trovella/db/identity";
import { ROLES, type Role, SCOPES, type Scope } from "@trovella/foundation";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { freePort } from "@trovella/testing/programs/free-port";
import { runTrovella, startServing } from "./trovella-process.ts";

export const TEAM_SECRET = "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u";

export type TeamServer = Awaited<ReturnType<typeof startTeam>>;

/** A server in team mode with its own migrated database in this cluster; its public URL is the one it listens on. */
export async function startTeam(
  socketDirectory: string,
  extra: Readonly<Record<string, string>> = {},
) {
  const empty = await createEmptyDatabase(socketDirectory);
  const port = await freePort("localhost");
  const url = `http://localhost:${port}`;
  const environment = {
    TROVELLA_MODE: "team",
    DATABASE_URL: empty.url,
    TROVELLA_PUBLIC_URL: url,
    TROVELLA_SECRET: TEAM_SECRET,
    HOST: "localhost",
    ...extra,
  };
  const migrated = await runTrovella(["migrate"], environment);
  if (migrated.exitCode !== 0) throw new Error(migrated.stderr);
  const start = () => startServing(["--port", String(port)], environment);
  let serving = await start();
  const database = connectDatabase({ target: empty.target });
  const kill = async () => {
    serving.child.kill("SIGKILL");
    await serving.ended;
  };
  return {
    url,
    environment,
    /** Direct access to the database, past the server. */
    database,
    target: empty.target,
    /** Bypasses row-level security. */
    asSuperuser: empty.asSuperuser,
    get output() {
      return serving.output;
    },
    kill,
    async startAgain(): Promise<void> {
      serving = await start();
    },
    async stop(): Promise<void> {
      await kill();
      await database.close();
      await empty.drop();
    },
  };
}

export interface TestMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
}

/** An organization with one user per role: `org_alpha` has `usr_alpha_owner`, and so on. */
export async function addOrganization(
  { target }: Pick<TeamServer, "target">,
  name: string,
): Promise<Readonly<Record<Role, TestMember>>> {
  const organizationId = `org_${name}`;
  return withClient(target, async (client) => {
    await client.query(
      "INSERT INTO organization (id, name, slug, type) VALUES ($1, $2, $2, 'company')",
      [organizationId, name],
    );
    const members = ROLES.map((role) => ({
      organizationId,
      userId: `usr_${name}_${role}`,
      role,
    }));
    for (const { userId, role } of members) {
      await client.query(
        `INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1 || '@test.example')`,
        [userId],
      );
      await client.query(
        "INSERT INTO member (id, organization_id, user_id, role) VALUES ('mem_' || $2, $1, $2, $3)",
        [organizationId, userId, role],
      );
    }
    return Object.fromEntries(members.map((member) => [member.role, member])) as Record<
      Role,
      TestMember
    >;
  });
}

/** A personal access token of this user. */
export async function tokenOf(
  database: Database,
  { organizationId, userId }: Omit<TestMember, "role">,
  scopes: readonly Scope[] = SCOPES,
): Promise<string> {
  const wish = { tenant: { organizationId }, userId, name: "Test", scopes, expiresInDays: 1 };
  const { token } = await createToken(database, wish, new Date());
  return token;
}

/** The Cookie header of a new session of the member, without the slow hashing of a password. */
export async function cookieOf(
  { target }: Pick<TeamServer, "target">,
  { organizationId, userId }: Omit<TestMember, "role">,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await withClient(target, (client) =>
    client.query(
      `INSERT INTO session (id, token, user_id, active_organization_id, expires_at)
       VALUES ($1, $2, $3, $4, now() + interval '1 hour')`,
      [newId("session"), createHash("sha256").update(token).digest("hex"), userId, organizationId],
    ),
  );
  const key = Buffer.from(hkdfSync("sha256", TEAM_SECRET, "trovella", "sign-in", 32));
  const signature = createHmac("sha256", key.toString("base64url")).update(token).digest("base64");
  return `trovella.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}
