import { type ConnectionSettings, connectDatabase, withClient } from "@trovella/db";
import {
  Browser,
  createOwner,
  createTestIdentity,
  type TestIdentity,
} from "../identity/test-identity.ts";
import { Program, type Tokens, tokensIn } from "../identity/test-program.ts";

/** More at once would only wait for connections. */
const RACES_AT_ONCE = 20;

/** Several servers on one database, each with its own connections, and one client that uses them all. */
export async function openReplicas(target: ConnectionSettings["target"], count: number) {
  const databases = Array.from({ length: count }, () => connectDatabase({ target }));
  const replicas = databases.map((database) => createTestIdentity(database));
  const [first] = replicas as [TestIdentity];
  const owner = await createOwner(first.identity);
  const browser = new Browser(first.identity);
  await browser.signIn(owner.email);
  const programs = replicas.map(({ identity }) => new Program(identity));
  const [program] = programs as [Program];
  await program.register();
  for (const other of programs) other.clientId = program.clientId;
  const through = (turn: number) => programs[turn % count] as Program;
  const query = (statement: string) =>
    withClient(target, async (client) => (await client.query(statement)).rows);

  return {
    /** Concurrently, in turn by each of the servers. */
    async refreshTogether(times: number) {
      await query("DELETE FROM oauth_grant");
      const { refresh_token } = await newTokens();
      const responses = await Promise.all(
        Array.from({ length: times }, (_, turn) => through(turn).refresh(refresh_token)),
      );
      const granted = await Promise.all(responses.filter(({ ok }) => ok).map(tokensIn));
      const [given] = granted;
      const families = await query(`SELECT count(*)::int AS tokens FROM oauth_grant
        JOIN oauth_token ON grant_id = id WHERE revoked_at IS NULL AND kind = 'refresh' AND replaced_at IS NULL GROUP BY id`);
      return {
        refused: times - granted.length,
        successors: new Set(granted.map((one) => `${one.access_token} ${one.refresh_token}`)).size,
        liveFamilies: families.length,
        liveRefreshTokens: families.reduce((sum, { tokens }) => sum + tokens, 0),
        isGoodEverywhere: await isGoodEverywhere(given?.access_token ?? ""),
        goesOn: (await through(1).refresh(given?.refresh_token ?? "")).ok,
      };
    },

    /** In each race one server revokes while two others refresh. */
    async revokeAgainstRefresh(races: number) {
      await query("DELETE FROM oauth_grant");
      const given: Tokens[] = [];
      const firsts: boolean[] = [];
      for (let from = 0; from < races; from += RACES_AT_ONCE) {
        const bunch = Array.from({ length: Math.min(RACES_AT_ONCE, races - from) }, race);
        firsts.push(...(await Promise.all(bunch)));
      }
      const alive = await Promise.all(given.map((one) => isGoodAnywhere(one.access_token)));
      const [row] = await query("SELECT count(*)::int AS total FROM oauth_token");
      return {
        refreshedFirst: firsts.filter(Boolean).length,
        revokedFirst: firsts.filter((isFirst) => !isFirst).length,
        liveTokens: row.total as number,
        goodAnswers: alive.filter(Boolean).length,
      };

      /** Whether the refresh won; the tokens it gave are tried afterwards. */
      async function race(_: unknown, turn: number): Promise<boolean> {
        const tokens = await newTokens();
        const [refreshed, , again] = await Promise.all([
          through(turn).refresh(tokens.refresh_token),
          through(turn + 1).revoke(tokens.refresh_token),
          through(turn + 2).refresh(tokens.refresh_token),
        ]);
        for (const answer of [refreshed, again]) if (answer.ok) given.push(await tokensIn(answer));
        return refreshed.ok;
      }
    },

    async close(): Promise<void> {
      for (const database of databases) await database.close();
    },
  };

  function newTokens(): Promise<Tokens> {
    return program.tokensBy(browser, owner.organizationId);
  }

  async function answersOf(accessToken: string): Promise<boolean[]> {
    const grants = await Promise.all(replicas.map(({ identity }) => identity.grantOf(accessToken)));
    return grants.map((grant) => grant !== null);
  }

  async function isGoodEverywhere(accessToken: string): Promise<boolean> {
    return (await answersOf(accessToken)).every(Boolean);
  }

  async function isGoodAnywhere(accessToken: string): Promise<boolean> {
    return (await answersOf(accessToken)).some(Boolean);
  }
}
