import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@trovella/db";
import { ROLES, type Role, SCOPES, type Scope } from "@trovella/foundation";
import { cookieOf, startTeam, type TeamServer, tokenOf } from "../support/team-server.ts";
import { testDirectory } from "../support/test-directory.ts";
import { Caller, type Exchange, type Json, outcomeOf } from "./caller.ts";
import { differences, leaksIn, TELLING_WORD, unlike } from "./judge.ts";
import type { IdArgument } from "./kinds.ts";
import { DECISIONS, type Operation, type Own, ownInput, strangeInput } from "./operations.ts";
import {
  fillOrganization,
  type Ids,
  type Organization,
  superuserOf,
  wordsOf,
} from "./organization.ts";
import { holdPlan, newSubject, waitForPerson } from "./research.ts";
import { listenToStatements } from "./statement-listener.ts";

export type Matrix = Awaited<ReturnType<typeof openMatrix>>;

/** Uses of a token before its rate limit applies. */
const MAX_USES = 350;

/** Two organizations on one server: no member of `ours` may learn anything about the other one. */
export async function openMatrix(
  beforeUsers: (team: TeamServer) => Promise<void> = async () => undefined,
) {
  const listener = await listenToStatements(path.join(testDirectory(), "run"));
  const team = await startTeam(listener.directory);
  await beforeUsers(team);
  const place = { team, listener };
  const others = await fillOrganization(place, { name: "others", isEveryTableFilled: true });
  const ours = await fillOrganization(place, { name: "ours", isEveryTableFilled: false });
  const tally = { replies: 0, compared: 0, refused: 0 };
  const problems: string[] = [];
  const words = await wordsOf(team, others);

  const tokens = new Map<string, { readonly token: string; uses: number }>();

  /** A member of the own organization whose every answer is checked. */
  async function member(role: Role, scopes: readonly Scope[] = SCOPES): Promise<Caller> {
    const key = [role, ...scopes].join();
    const known = tokens.get(key);
    const used =
      known && known.uses < MAX_USES
        ? known
        : { token: await tokenOf(team.database, ours.members[role], scopes), uses: 0 };
    tokens.set(key, used);
    const cookie = scopes === SCOPES ? await cookieOf(team, ours.members[role]) : null;
    const onExchange = (exchange: Exchange, what: string) => {
      used.uses += 1;
      tally.replies += 1;
      // The caller's own texts come back in replies, now and later.
      for (const word of exchange.sent.match(TELLING_WORD) ?? []) {
        if (!word.startsWith("canary")) words.delete(word);
      }
      const [leak] = leaksIn(exchange, words);
      if (leak) problems.push(`${what} shows ${leak} to ${role}: ${exchange.body.slice(0, 3000)}`);
    };
    return new Caller({ url: team.url, listener }, used.token, onExchange, cookie);
  }

  /** Records the differences between the answers for foreign and unknown ids. */
  function compare(
    what: string,
    [foreign, ids]: readonly [Exchange, readonly string[]],
    [unknown, otherIds]: readonly [Exchange, readonly string[]],
  ): void {
    tally.compared += 1;
    for (const difference of differences([foreign, ids], [unknown, otherIds])) {
      problems.push(`${what} distinguishes foreign from unknown by its ${difference}`);
    }
  }

  return {
    ...{ team, listener, others, ours, words, tally, problems, member, compare },
    async stop(): Promise<void> {
      await team.stop();
      listener.close();
    },
  };
}

/** Objects of the own organization to work on. */
export async function ownThings({ ours, member }: Matrix): Promise<Own> {
  return { ids: ours.ids, subject: await newSubject(await member("owner"), ours.canary) };
}

/** Recreates the objects that an operation may have changed. */
export async function renewed({ ours, member }: Matrix, own: Own, { name }: Operation) {
  const owner = await member("owner");
  const part = DECISIONS.includes(name)
    ? { waiting: await waitForPerson(owner, ours.canary) }
    : await holdPlan(owner, ours.canary);
  return { ...own, subject: { ...own.subject, ...part } };
}

/** Arguments with names chosen by the caller, independent of other organizations. */
const OWN_NAMES = ["session", "key"];
/** A lease token of another step counts as none; artifacts are stored without a lease, too. */
const HARMLESS = [...OWN_NAMES, "lease"];

/** Calls an operation with every id argument foreign, and unknown. */
export async function probeForeignIds(
  matrix: Matrix,
  operation: Operation,
  {
    role,
    cursors,
    own: first,
  }: {
    readonly role: Role;
    readonly cursors: ReadonlyMap<string, string>;
    readonly own: Own;
  },
): Promise<Own> {
  let own = first;
  let isNew = false;
  const renew = async () => {
    own = await renewed(matrix, own, operation);
    isNew = true;
  };
  const caller = await matrix.member(role);
  const era = ROLES.indexOf(role) % 2 === 0 ? "2026-07-28" : "2025-11-25";
  const ask = async (input: Json) => {
    isNew = false;
    const exchange = await operation.ask(caller, input, era);
    if (operation.isChanging && outcomeOf(exchange) === "done") await renew();
    return exchange;
  };
  // With these the call succeeds, so once is enough.
  const looked = operation.arguments.filter(
    ({ kind }) => role === "owner" || !HARMLESS.includes(kind),
  );
  for (const argument of looked) {
    // Refusals may log events in a plan, which would show in a call that succeeds.
    if (operation.isChanging && HARMLESS.includes(argument.kind) && !isNew) await renew();
    const foreign = strangerOf(matrix, operation, argument, { role, cursors });
    const unknown = argument.kind === "cursor" ? unlikeCursor(foreign) : unlike(foreign);
    const input = (id: string) => strangeInput(ownInput(operation, argument, own), argument, id);
    const answer = await ask(input(foreign));
    const expected = await ask(input(unknown));
    const what = `${operation.name} with ${argument.name}, asked by ${role},`;
    matrix.compare(what, [answer, [foreign]], [expected, [unknown]]);
    const isExecuted = operation.isChanging && outcomeOf(answer) === "done";
    if (isExecuted && !HARMLESS.includes(argument.kind)) {
      matrix.problems.push(`${what} is executed: ${answer.body.slice(0, 300)}`);
    }
  }
  await probeAll(matrix, operation, { role, own, ask });
  return own;
}

/** All ids foreign at once, so that no own id decides the outcome. */
async function probeAll(
  { others, compare }: Matrix,
  operation: Operation,
  {
    role,
    own,
    ask,
  }: { readonly role: Role; readonly own: Own; ask(input: Json): Promise<Exchange> },
): Promise<void> {
  const about = operation.arguments.filter(
    ({ kind }) => kind !== "cursor" && !OWN_NAMES.includes(kind),
  );
  if (about.length < 2) return;
  const ids = about.map(({ kind }) => idsFor(role, others)[kind as keyof Ids]);
  const input = (given: readonly string[]) =>
    about.reduce(
      (rest, argument, index) => strangeInput(rest, argument, given[index] ?? ""),
      ownInput(operation, null, own),
    );
  const unknown = ids.map(unlike);
  const answer = await ask(input(ids));
  const expected = await ask(input(unknown));
  compare(
    `${operation.name} with foreign ids, called by ${role},`,
    [answer, ids],
    [expected, unknown],
  );
}

/** Half of the roles use handles, the others long ids. */
function idsFor(role: Role, { ids, longIds }: Organization): Ids {
  return ["owner", "viewer"].includes(role) ? ids : longIds;
}

function strangerOf(
  { others }: Matrix,
  operation: Operation,
  { kind }: IdArgument,
  { role, cursors }: { readonly role: Role; readonly cursors: ReadonlyMap<string, string> },
): string {
  if (kind !== "cursor") return idsFor(role, others)[kind];
  const cursor = cursors.get(operation.name);
  if (!cursor) throw new Error(`The others got no cursor of ${operation.name}.`);
  return cursor;
}

/**
 * Calls and the last use of tokens are logged asynchronously, in batches every 250 ms: waits until both
 * have been written and no row has been added for a second.
 */
export async function untilLogged({ team, others }: Matrix): Promise<void> {
  await withClient(superuserOf(team), async (client) => {
    for (let [last, unchanged] = ["", 0]; unchanged < 10; await sleep(100)) {
      const { rows } = await client.query<{ used: number; calls: number }>(
        `SELECT (SELECT count(*)::integer FROM personal_access_token WHERE organization_id = $1 AND last_used_at IS NOT NULL) AS used,
           (SELECT count(*)::integer FROM mcp_tool_call_log WHERE organization_id = $1) AS calls`,
        [others.members.owner.organizationId],
      );
      const state = JSON.stringify(rows[0]);
      unchanged = state === last && Number(rows[0]?.used) >= 2 ? unchanged + 1 : 0;
      last = state;
    }
  });
}

function unlikeCursor(cursor: string): string {
  const position = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as Json;
  const changed = Object.entries(position).map(([name, value]) => [
    name,
    typeof value === "string" && /^[a-z]+_[0-9a-f]{32}$/.test(value) ? unlike(value) : value,
  ]);
  return cursorOf(Object.fromEntries(changed));
}

export function cursorOf(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}
