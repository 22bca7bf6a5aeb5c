import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@trovella/db";
import { ROLES, type Role, SCOPES, type Scope } from "@trovella/foundation";
import { inject } from "vitest";
import { startTeam, type TeamServer, tokenOf } from "../support/team-server.ts";
import { Asker, type Exchange, type Json, outcomeOf } from "./asker.ts";
import { differences, leaksIn, unlike } from "./judge.ts";
import type { IdArgument } from "./kinds.ts";
import { DECISIONS, type Operation, type Own, ownInput, strangeInput } from "./operations.ts";
import { fillOrganization, type Ids, superuserOf, wordsOf } from "./organization.ts";
import { holdPlan, newSubject, waitForPerson } from "./research.ts";
import { listenToStatements } from "./statement-listener.ts";

export type Matrix = Awaited<ReturnType<typeof openMatrix>>;

/** More than this in a minute, and a token has to wait. */
const MOST_USES = 350;

/** Two organizations on one server: nobody of ours may learn anything of the others. */
export async function openMatrix(
  beforeAnybody: (team: TeamServer) => Promise<void> = async () => undefined,
) {
  const listener = await listenToStatements(path.join(inject("dataDirectory"), "run"));
  const team = await startTeam(listener.directory);
  await beforeAnybody(team);
  const place = { team, listener };
  const others = await fillOrganization(place, { name: "others", isEveryTableFilled: true });
  const ours = await fillOrganization(place, { name: "ours", isEveryTableFilled: false });
  const tally = { replies: 0, compared: 0, refused: 0 };
  const problems: string[] = [];
  const words = await wordsOf(team, others);

  const tokens = new Map<string, { readonly token: string; uses: number }>();

  /** Somebody of ours, whose every answer is looked at. */
  async function somebody(role: Role, scopes: readonly Scope[] = SCOPES): Promise<Asker> {
    const key = [role, ...scopes].join();
    const known = tokens.get(key);
    const used =
      known && known.uses < MOST_USES
        ? known
        : { token: await tokenOf(team.database, ours.members[role], scopes), uses: 0 };
    tokens.set(key, used);
    return new Asker({ url: team.url, listener }, used.token, (exchange, what) => {
      used.uses += 1;
      tally.replies += 1;
      // What we say ourselves comes back to us, then and later.
      for (const word of exchange.sent.match(/[a-z]+_\w+/g) ?? []) words.delete(word);
      const [leak] = leaksIn(exchange, words);
      if (leak) problems.push(`${what} tells ${role} of ${leak}: ${exchange.body.slice(0, 3000)}`);
    });
  }

  /** Notes what tells the answer to the foreign from that to the unknown. */
  function compare(
    what: string,
    [foreign, ids]: readonly [Exchange, readonly string[]],
    [unknown, otherIds]: readonly [Exchange, readonly string[]],
  ): void {
    tally.compared += 1;
    for (const difference of differences([foreign, ids], [unknown, otherIds])) {
      problems.push(`${what} tells foreign from unknown by its ${difference}`);
    }
  }

  return {
    ...{ team, listener, others, ours, words, tally, problems, somebody, compare },
    async stop(): Promise<void> {
      await team.stop();
      listener.close();
    },
  };
}

/** What ours may work on. */
export async function ownThings({ ours, somebody }: Matrix): Promise<Own> {
  return { ids: ours.ids, subject: await newSubject(await somebody("owner"), ours.canary) };
}

/** The same after an operation was carried out on it: what it may have changed is made anew. */
export async function renewed({ ours, somebody }: Matrix, own: Own, { name }: Operation) {
  const owner = await somebody("owner");
  const part = DECISIONS.includes(name)
    ? { waiting: await waitForPerson(owner, ours.canary) }
    : await holdPlan(owner, ours.canary);
  return { ...own, subject: { ...own.subject, ...part } };
}

/** Names that one gives one's own calls, whatever others call theirs. */
const OWN_NAMES = ["session", "key"];
/** A lease that is not the step's is none: what is stored without one is stored all the same. */
const HARMLESS = [...OWN_NAMES, "lease"];

/** Asks an operation about everything that it can be asked about: what is foreign, and what nobody has. */
export async function askAboutStrangers(
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
  const asker = await matrix.somebody(role);
  const era = ROLES.indexOf(role) % 2 === 0 ? "2026-07-28" : "2025-11-25";
  const ask = async (input: Json) => {
    isNew = false;
    const exchange = await operation.ask(asker, input, era);
    if (operation.isChanging && outcomeOf(exchange) === "done") await renew();
    return exchange;
  };
  // With these the call is carried out, so once is enough.
  const looked = operation.arguments.filter(
    ({ kind }) => role === "owner" || !HARMLESS.includes(kind),
  );
  for (const argument of looked) {
    // Refusals may leave traces in a plan, which would show where a call is carried out.
    if (operation.isChanging && HARMLESS.includes(argument.kind) && !isNew) await renew();
    const foreign = strangerOf(matrix, operation, argument, cursors);
    const unknown = argument.kind === "cursor" ? unlikeCursor(foreign) : unlike(foreign);
    const input = (id: string) => strangeInput(ownInput(operation, argument, own), argument, id);
    const told = await ask(input(foreign));
    const expected = await ask(input(unknown));
    const what = `${operation.name} with ${argument.name}, asked by ${role},`;
    matrix.compare(what, [told, [foreign]], [expected, [unknown]]);
    const isCarriedOut = operation.isChanging && outcomeOf(told) === "done";
    if (isCarriedOut && !HARMLESS.includes(argument.kind)) {
      matrix.problems.push(`${what} is carried out: ${told.body.slice(0, 300)}`);
    }
  }
  await askAboutAll(matrix, operation, { role, own, ask });
  return own;
}

/** Everything foreign at once, so that nothing own is in the way. */
async function askAboutAll(
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
  const ids = about.map(({ kind }) => others.ids[kind as keyof Ids]);
  const input = (given: readonly string[]) =>
    about.reduce(
      (rest, argument, index) => strangeInput(rest, argument, given[index] ?? ""),
      ownInput(operation, null, own),
    );
  const unknown = ids.map(unlike);
  const told = await ask(input(ids));
  const expected = await ask(input(unknown));
  compare(`${operation.name} about strangers, asked by ${role},`, [told, ids], [expected, unknown]);
}

function strangerOf(
  { others }: Matrix,
  operation: Operation,
  { kind }: IdArgument,
  cursors: ReadonlyMap<string, string>,
): string {
  if (kind !== "cursor") return others.ids[kind];
  const cursor = cursors.get(operation.name);
  if (!cursor) throw new Error(`The others got no cursor of ${operation.name}.`);
  return cursor;
}

/** Their calls are logged, and their tokens' last use noted, behind their replies. */
export async function untilWrittenDown({ team, others }: Matrix): Promise<void> {
  await withClient(superuserOf(team), async (client) => {
    for (;;) {
      const { rows } = await client.query(
        "SELECT count(*) FROM personal_access_token WHERE organization_id = $1 AND last_used_at IS NOT NULL",
        [others.members.owner.organizationId],
      );
      if (Number(rows[0]?.count) >= 2) return;
      await sleep(100);
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
