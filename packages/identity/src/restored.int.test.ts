import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  connectDatabase,
  type Database,
  restoreBackup,
  TokenVerifier,
  verifyDatabase,
  withClient,
  writeBackup,
} from "@trovella/db";
import { afterAll, expect, inject, it } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { createEmptyDatabase } from "../../../test/empty-database.ts";
import {
  type Credentials,
  type Entrance,
  fillTeam,
  lostCredentials,
} from "../../../test/team-credentials.ts";
import { createTestIdentity, ORIGIN, SECRET } from "../testing/test-identity.ts";

const folder = mkdtempSync(path.join(tmpdir(), "trovella-restored-"));
afterAll(() => rmSync(folder, { recursive: true }));

// The long form, with the real commands and a server, is `npm run proof -- restore-drill`.
it("whoever could come in before a backup can come in after it was restored elsewhere, but for sessions under a new secret", async () => {
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
  expect(await lostCredentials(entranceTo(database), [first])).toEqual([]);
  // Sessions are signed with the secret, the rest stands on its own.
  const lost = await lostCredentials(entranceTo(database, `another ${SECRET}`), [second]);
  expect(lost).toEqual([`the session of ${second.email}`]);
  expect(await verifyDatabase(database)).toMatchObject({ plans: 5, differenceCount: 0 });
  await database.close();
  await target.drop();
});

function entranceTo(database: Database, secret = SECRET): Entrance {
  const { identity } = createTestIdentity(database, { secret });
  const tokens = new TokenVerifier(database, { now: () => new Date(), onUse: () => undefined });
  return {
    identity,
    async letsIn(headers) {
      const token = headers.authorization?.replace("Bearer ", "");
      if (!token) return (await identity.sessionOf(new Request(ORIGIN, { headers }))) !== null;
      return ((await tokens.verify(token)) ?? (await identity.grantOf(token))) !== null;
    },
  };
}
