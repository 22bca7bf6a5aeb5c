import path from "node:path";
import { withClient } from "@trovella/db";
import { type EmbeddedPostgres, readPassword } from "@trovella/db/embedded";
import { freePort } from "@trovella/testing/programs/free-port";
import type { OperatingSystemUser } from "../../packages/db/src/embedded/operating-system-user.ts";
import {
  folderFor,
  type ProxyProcess,
  readDeployed,
  startProxy,
  writeAs,
} from "./proxy-process.ts";

interface PgBouncerSettings {
  readonly program: string;
  readonly user: OperatingSystemUser;
  readonly cluster: EmbeddedPostgres;
  readonly database: string;
  readonly poolSize: number;
}

export interface PgBouncer extends ProxyProcess {
  /** In the form of DATABASE_URL. */
  readonly url: string;
  /** Open connections to PostgreSQL. */
  countConnections(): Promise<number>;
}

const ADMINISTRATOR = { name: "pgbouncer_admin", password: "only-for-tests" };

interface Login {
  readonly name: string;
  readonly password: string;
}

/** Starts PgBouncer in front of this database, configured by deploy/pgbouncer.ini. */
export async function startPgBouncer(settings: PgBouncerSettings): Promise<PgBouncer> {
  const { program, user, cluster, database, poolSize } = settings;
  const folder = folderFor(user, "pgbouncer");
  const port = await freePort();
  const logins = path.join(folder, "userlist.txt");
  const login = {
    name: "trovella_server",
    // PgBouncer logs in to PostgreSQL with it too.
    password: readPassword(cluster.dataDirectory) ?? "",
  };
  const line = ({ name, password }: Login) => `"${name}" "${password}"\n`;
  writeAs(user, logins, line(login) + line(ADMINISTRATOR));
  const file = path.join(folder, "pgbouncer.ini");
  const text = withSettings(readDeployed("pgbouncer.ini"), {
    trovella: `host=${cluster.socketDirectory} port=5432 dbname=${database}`,
    listen_port: String(port),
    auth_file: logins,
    default_pool_size: String(poolSize),
  });
  writeAs(user, file, text);
  const running = await startProxy([program, "-q", file], { user, port, folder });
  const addressOf = ({ name, password }: Login, database: string) =>
    `postgresql://${name}:${password}@127.0.0.1:${port}/${database}`;
  return {
    ...running,
    url: addressOf(login, "trovella"),
    countConnections: () =>
      withClient(addressOf(ADMINISTRATOR, "pgbouncer"), async (client) => {
        const { rows } = await client.query("SHOW SERVERS");
        return rows.length;
      }),
  };
}

/** Replaces the values of these settings, each of which must be in the file. */
function withSettings(text: string, settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings).reduce((changed, [name, value]) => {
    const line = new RegExp(`^${name} =.*$`, "m");
    if (!line.test(changed)) throw new Error(`deploy/pgbouncer.ini does not set ${name}.`);
    return changed.replace(line, () => `${name} = ${value}`);
  }, text);
}
