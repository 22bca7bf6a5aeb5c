import { randomBytes } from "node:crypto";
import {
  type ConnectionSettings,
  connectDatabase,
  type Database,
  embeddedTarget,
  prepareCluster,
  withClient,
} from "@trovella/db";
import type { EmbeddedPostgres } from "@trovella/db/embedded";
import { migrate } from "@trovella/db/maintenance";

const TEMPLATE = "trovella_template";

export interface TestDatabase {
  readonly database: Database;
  readonly target: ConnectionSettings["target"];
  /** Bypasses row-level security; the product never connects like this. */
  readonly asSuperuser: ConnectionSettings["target"];
  drop(): Promise<void>;
}

export async function createTemplate(cluster: EmbeddedPostgres): Promise<void> {
  await prepareCluster(cluster, TEMPLATE);
  await withClient(embeddedTarget(cluster, TEMPLATE), (client) => migrate(client));
}

/** A separate migrated database with only the named organizations, each with one user. */
export async function createTestDatabase(
  socketDirectory: string,
  organizations: readonly string[] = ["org_a", "org_b"],
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const superuser = { socketDirectory, user: "trovella", database: "postgres" };
  await withClient(superuser, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER trovella_server`),
  );
  const target = { socketDirectory, user: "trovella_server", database: name };
  await withClient(target, async (client) => {
    for (const id of organizations) {
      await client.query("INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1)", [id]);
      await client.query(
        `INSERT INTO "user" (id, name, email) VALUES ('usr_' || $1, 'Ada', $1 || '@test.example')`,
        [id],
      );
    }
  });
  const database = connectDatabase({ target });
  return {
    database,
    target,
    asSuperuser: { ...superuser, database: name },
    async drop() {
      await database.close();
      await withClient(superuser, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
