import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectDatabase, type Database, withClient } from "@trovella/db";
import { TokenVerifier } from "@trovella/db/identity";
import { restoreBackup, verifyDatabase, writeBackup } from "@trovella/db/maintenance";
import {
  type Authentication,
  type Credentials,
  fillTeam,
  lostCredentials,
} from "@trovella/testing/credentials/team-credentials";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { createTestIdentity, ORIGIN, SECRET } from "@trovella/testing/identity/test-identity";
import { afterAll, expect, inject, it } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "trovella-restored-"));
afterAll(() => rmSync(folder, { recursive: true }));

// The long form, with the real commands and a server, is `npm run proof -- restore-drill`.
it("all credentials work after a backup was restored elsewhere, except sessions under a new secret", async () => {
  const source = await createTestDatabase(inject("socketDirectory"), []);
  const target = await createEmptyDatabase(inject("socketDirectory"));
  const credentials = await fillTeam(source.database, { people: 2, plans: 5 });
  const file = path.join(folder, "team.jsonl.gz");
  await withClient(source.target, (client) => writeBackup(client, file));
  await source.drop();
  await withClient(target.target, (client) =>
    restoreBackup(client, file, { replace: false, dataDirectory: folder }),
  );

  const database = connectDatabase({ target: target.target });
  const [first, second] = credentials as [Credentials, Credentials];
  expect(await lostCredentials(authenticationOf(database), [first])).toEqual([]);
  // Sessions are signed with the secret, the rest stands on its own.
  const lost = await lostCredentials(authenticationOf(database, `another ${SECRET}`), [second]);
  expect(lost).toEqual([`the session of ${second.email}`]);
  expect(await verifyDatabase(database)).toMatchObject({ plans: 5, differenceCount: 0 });
  await database.close();
  await target.drop();
});

function authenticationOf(database: Database, secret = SECRET): Authentication {
  const { identity } = createTestIdentity(database, { secret });
  const tokens = new TokenVerifier(database, { now: () => new Date(), onUse: () => undefined });
  return {
    identity,
    async isAuthenticated(headers) {
      const token = headers.authorization?.replace("Bearer ", "");
      if (!token) return (await identity.sessionOf(new Request(ORIGIN, { headers }))) !== null;
      return ((await tokens.verify(token)) ?? (await identity.grantOf(token))) !== null;
    },
  };
}
