import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROLES, type Role, SCOPES, type Scope } from "@trovella/abilities";
import { withClient } from "@trovella/db";
import { inject } from "vitest";
import { startTeam, type TeamServer, tokenOf } from "../team-server.ts";
import { Asker, type Exchange, type Json, outcomeOf, replyIn } from "./asker.ts";
import { differences, leaksIn, unlike } from "./judge.ts";
import { choices, freeTexts, type IdArgument } from "./kinds.ts";
import {
  DECISIONS,
  type Operation,
  type Own,
  ownInput,
  strangeInput,
  TOOL_OPERATIONS,
} from "./operations.ts";
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
  const asker = await matrix.somebody(role);
  const era = ROLES.indexOf(role) % 2 === 0 ? "2026-07-28" : "2025-11-25";
  const ask = async (input: Json) => {
    const exchange = await operation.ask(asker, input, era);
    if (operation.isChanging && outcomeOf(exchange) === "done")
      own = await renewed(matrix, own, operation);
    return exchange;
  };
  // With these the call is carried out, so once is enough.
  const looked = operation.arguments.filter(
    ({ kind }) => role === "owner" || !HARMLESS.includes(kind),
  );
  for (const argument of looked) {
    // Refusals may leave traces in a plan, which would show where a call is carried out.
    if (operation.isChanging && HARMLESS.includes(argument.kind))
      own = await renewed(matrix, own, operation);
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

/** Reads all there is to read, with every choice, and looks for the others' word wherever a text may stand. */
export async function lookAround(
  matrix: Matrix,
  operations: readonly Operation[],
  { role, own }: { readonly role: Role; readonly own: Own },
): Promise<void> {
  const asker = await matrix.somebody(role);
  for (const operation of operations.filter(({ isChanging }) => !isChanging)) {
    const input = ownInput(operation, null, own);
    for (const choice of [{}, ...choices(operation.schema)]) {
      await operation.ask(asker, { ...input, ...choice });
    }
    for (const name of freeTexts(operation.schema)) {
      const foreign = matrix.others.word;
      const unknown = unlike(foreign);
      const told = await operation.ask(asker, { ...input, [name]: foreign });
      const expected = await operation.ask(asker, { ...input, [name]: unknown });
      const what = `${operation.name} with the others' word as ${name}`;
      matrix.compare(what, [told, [foreign]], [expected, [unknown]]);
    }
  }
}

/** A text that cites: what others have is no source, and neither is what nobody has. */
export async function citeStrangers(matrix: Matrix, own: Own): Promise<void> {
  const { ours, others, somebody, compare } = matrix;
  const owner = await somebody("owner");
  const cite = async (source: string) => {
    const { plan } = await holdPlan(owner, ours.canary);
    const about = { ...own, subject: { ...own.subject, plan } };
    const operation = TOOL_OPERATIONS.find(({ name }) => name === "store_research_output");
    if (!operation) throw new Error("Outputs are stored by another tool.");
    const content = `# x\n\nIt is so [src:${source}].`;
    return operation.ask(owner, { ...ownInput(operation, null, about), content });
  };
  const { source } = others.ids;
  const [told, expected] = [await cite(source), await cite(unlike(source))];
  compare("a citation", [told, [source]], [expected, [unlike(source)]]);
}

/** Where the others' own lists go on, for all operations that give lists. */
export async function othersCursors(
  { team, listener, others }: Matrix,
  operations: readonly Operation[],
): Promise<Map<string, string>> {
  const token = await tokenOf(team.database, others.members.owner);
  const asker = new Asker({ url: team.url, listener }, token);
  const cursors = new Map<string, string>();
  for (const operation of operations) {
    if (!operation.arguments.some(({ kind }) => kind === "cursor")) continue;
    if (!operation.schema.properties?.limit) {
      cursors.set(operation.name, cursorOf({ id: others.ids.step, from: 0 }));
      continue;
    }
    const reply = replyIn<{ nextCursor: string | null }>(await operation.ask(asker, { limit: 1 }));
    if (reply.nextCursor) cursors.set(operation.name, reply.nextCursor);
  }
  return cursors;
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

function cursorOf(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

function unlikeCursor(cursor: string): string {
  const position = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as Json;
  const changed = Object.entries(position).map(([name, value]) => [
    name,
    typeof value === "string" && /^[a-z]+_[0-9a-f]{32}$/.test(value) ? unlike(value) : value,
  ]);
  return cursorOf(Object.fromEntries(changed));
}
