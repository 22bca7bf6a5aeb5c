import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Scope } from "@trovella/foundation";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { Browser, createTestIdentity, PASSWORD } from "@trovella/testing/identity/test-identity";
import { Program, tokensIn } from "@trovella/testing/identity/test-program";
import { startTeam, TEAM_SECRET, tokenOf } from "../support/team-server.ts";
import { testDirectory } from "../support/test-directory.ts";
import { runTrovella, startServing } from "../support/trovella-process.ts";
import { WebBrowser } from "../support/web-browser.ts";
import { Actor } from "./actor.ts";
import { Records } from "./record.ts";
import { type Credential, TEAM_CREDENTIALS } from "./table.ts";

const EMAIL = "ada@test.example";
const OWNER_USES = 20;
const OTHER_PAGE = { origin: "http://127.0.0.1:9", "sec-fetch-site": "same-site" };

/** A running server, and the holder of each credential. */
export interface Place {
  readonly userId: string;
  readonly records: Records;
  /** For the preparations. */
  owner(): Promise<Actor>;
  actor(credential: Pick<Credential, "name">): Actor;
  stop(): Promise<void>;
}

export async function startTeamPlace(): Promise<Place> {
  const team = await startTeam(path.join(testDirectory(), "run"));
  const { database, url } = team;
  const records = new Records(team.asSuperuser);
  const { identity } = createTestIdentity(database, { publicUrl: url, secret: TEAM_SECRET });
  const person = { name: "Ada", email: EMAIL, password: PASSWORD };
  const owner = await identity.createOwner({ ...person, organizationName: "Engines" });
  const { organizationId, userId } = owner;
  const browser = new WebBrowser(url, "203.0.113.7");
  await browser.signIn(EMAIL, PASSWORD);
  const session = { cookie: browser.cookie };

  const inProcess = new Browser(identity, url);
  await inProcess.signIn(EMAIL);
  const program = new Program(identity);
  await program.register();
  const grant = async (scope: string) => {
    const resource = `${url}/mcp`;
    const code = await program.codeBy(inProcess, organizationId, { scope, resource });
    return (await tokensIn(program.exchange(code, { resource }))).access_token;
  };

  const headers = new Map<string, Record<string, string>>([
    ["no credential", {}],
    ["session", { ...session, origin: url, "sec-fetch-site": "same-origin" }],
    ["session, sent by another page", { ...session, ...OTHER_PAGE }],
  ]);
  for (const { name } of TEAM_CREDENTIALS) {
    const [kind, ...scopes] = name.split(" ");
    const tokenOwner = { organizationId, userId };
    if (kind === "token") {
      headers.set(name, bearer(await tokenOf(database, tokenOwner, scopes as Scope[])));
    }
    if (kind === "OAuth") headers.set(name, bearer(await grant(scopes.join(" "))));
  }
  return {
    userId,
    records,
    owner: renewed(
      async () => new Actor(url, bearer(await tokenOf(database, { organizationId, userId }))),
    ),
    actor: ({ name }) => new Actor(url, headers.get(name)),
    async stop() {
      await records.close();
      await team.stop();
    },
  };
}

export interface LocalPlace extends Place {
  readonly environment: Record<string, string>;
  /** Loads the console's page in a new browser session. */
  openConsole(): Promise<Record<string, string>>;
  readonly url: string;
}

/** With a data directory and a database of its own, empty or restored from a backup. */
export async function startLocalPlace(backup?: string): Promise<LocalPlace> {
  const empty = await createEmptyDatabase(path.join(testDirectory(), "run"));
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-local-"));
  const environment = { TROVELLA_DATA_DIR: dataDirectory, DATABASE_URL: empty.url };
  const filled = await runTrovella(backup ? ["restore", backup] : ["migrate"], environment);
  if (filled.exitCode !== 0) throw new Error(filled.stderr);
  const records = new Records(empty.asSuperuser);
  const { url, child, ended } = await startServing([], environment);
  const openConsole = async () => {
    const [line = ""] = (await fetch(`${url}/inbox`)).headers.getSetCookie();
    const [cookie = ""] = line.split(";");
    return { cookie, origin: url, "sec-fetch-site": "same-origin" };
  };
  const page = await openConsole();
  const headers: Readonly<Record<string, Record<string, string>>> = {
    "plain request": {},
    cookie: page,
    "cookie, sent by a program": { cookie: page.cookie },
    "cookie, sent by another page": { ...page, ...OTHER_PAGE },
    "forged cookie": {
      ...page,
      cookie: page.cookie.replace(/.$/, (end) => (end === "0" ? "1" : "0")),
    },
    "cookie without PIN": await openConsole(),
    "cookie with PIN": page,
  };
  return {
    userId: "usr_local",
    records,
    environment,
    url,
    openConsole,
    owner: async () => new Actor(url),
    actor: ({ name }) => new Actor(url, headers[name]),
    async stop() {
      await records.close();
      child.kill("SIGKILL");
      await ended;
      await empty.drop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A new one now and then, since tokens are rate limited; not each time, since a user has at most 50. */
function renewed(create: () => Promise<Actor>): () => Promise<Actor> {
  let uses = 0;
  let current = create();
  return () => {
    uses += 1;
    if (uses % OWNER_USES === 0) current = create();
    return current;
  };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
