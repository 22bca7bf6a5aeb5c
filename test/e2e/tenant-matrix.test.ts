import { permissionsOf, ROLES, type Role, type Scope } from "@trovella/abilities";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcomeOf } from "./matrix/asker.ts";
import { leaksIn, unlike } from "./matrix/judge.ts";
import { freeTexts } from "./matrix/kinds.ts";
import {
  askAboutStrangers,
  type Matrix,
  openMatrix,
  othersCursors,
  ownThings,
  untilWrittenDown,
} from "./matrix/matrix.ts";
import {
  type Operation,
  type Own,
  ownInput,
  PROCEDURE_OPERATIONS,
  TOOL_OPERATIONS,
} from "./matrix/operations.ts";
import { wordsOf } from "./matrix/organization.ts";
import { storedState } from "./matrix/stored-state.ts";

const OPERATIONS = [...TOOL_OPERATIONS, ...PROCEDURE_OPERATIONS];

/** Those who may less than an owner, by their role or by what their token is for. */
const LOWER: readonly (readonly [Role, readonly Scope[]])[] = [
  ["viewer", ["read", "write", "review", "admin"]],
  ["member", ["read", "write", "review", "admin"]],
  ["owner", ["read"]],
  ["owner", ["write", "review", "admin"]],
  ["viewer", ["write", "review"]],
];

let matrix: Matrix;
let cursors: ReadonlyMap<string, string>;
let renew: () => Promise<Own>;
let own: Own;
let othersBefore: Record<string, string>;

beforeAll(async () => {
  matrix = await openMatrix();
  cursors = await othersCursors(matrix, OPERATIONS);
  renew = await ownThings(matrix);
  own = await renew();
  await untilWrittenDown(matrix);
  othersBefore = await storedState(matrix.team, matrix.others, { isCalling: false });
});
afterAll(async () => {
  const { tally } = matrix;
  const count = (operations: readonly Operation[]) =>
    `${operations.length} with ${operations.flatMap((one) => one.arguments).length} id arguments`;
  console.log(
    `tools: ${count(TOOL_OPERATIONS)}; procedures: ${count(PROCEDURE_OPERATIONS)}; ` +
      `${tally.replies} replies looked at, ${tally.compared} pairs of foreign and unknown compared, ${tally.refused} refused for too low a role or scope`,
  );
  await matrix.stop();
});

// What tools are asked is logged, and the log is among what procedures show: they come first.
describe.each([
  ["procedure", PROCEDURE_OPERATIONS],
  ["tool", TOOL_OPERATIONS],
])("every %s", (_, operations) => {
  it.each(ROLES)("answers a %s about what is foreign as about what nobody has", async (role) => {
    for (const operation of operations) {
      own = await askAboutStrangers(matrix, operation, { role, cursors, renew, own });
    }
    expect(found()).toEqual([]);
  });

  it.each(ROLES)(
    "shows a %s what is their own, and finds nothing else by any word",
    async (role) => {
      const asker = await matrix.somebody(role);
      for (const operation of operations.filter(({ isChanging }) => !isChanging)) {
        const input = ownInput(operation, null, own);
        await operation.ask(asker, input);
        for (const name of freeTexts(operation.schema)) {
          const foreign = matrix.others.word;
          const unknown = unlike(foreign);
          const told = await operation.ask(asker, { ...input, [name]: foreign });
          const expected = await operation.ask(asker, { ...input, [name]: unknown });
          const what = `${operation.name} with the others' word as ${name}`;
          matrix.compare(what, [told, [foreign]], [expected, [unknown]]);
        }
      }
      expect(found()).toEqual([]);
    },
  );
});

describe("whoever may too little", () => {
  it.each(LOWER)(
    "as %s with a token for %j is refused, and nothing is changed",
    async (role, scopes) => {
      const permissions = permissionsOf(role, scopes);
      const { team, ours, others, tally } = matrix;
      const asker = await matrix.somebody(role, scopes);
      const before = await storedState(team, ours, { isCalling: true });
      const allowed: string[] = [];
      for (const operation of OPERATIONS) {
        if (permissions.has(operation.permission)) continue;
        for (const ids of [ours.ids, others.ids]) {
          const input = ownInput(operation, operation.arguments[0] ?? null, { ...own, ids });
          const outcome = outcomeOf(await operation.ask(asker, input));
          if (!["FORBIDDEN", "HTTP 403"].includes(outcome)) {
            allowed.push(`${operation.name}: ${outcome}`);
          }
          tally.refused += 1;
        }
      }
      expect(allowed).toEqual([]);
      expect(found()).toEqual([]);
      expect(await storedState(team, ours, { isCalling: true })).toEqual(before);
    },
  );
});

/** Changes that are carried out on one's own things; the others would take away what the tests need. */
const CARRIED_OUT = ["review.decide", "token.revoke"];

it("carries out on one's own things what it refuses on others', and shows them", async () => {
  const owner = await matrix.somebody("owner");
  const ownWords = await wordsOf(matrix.team, matrix.ours);
  const failed: string[] = [];
  const shown = new Set<string>();
  for (const operation of OPERATIONS) {
    if (operation.type === "mutation" && !CARRIED_OUT.includes(operation.name)) continue;
    const asked = operation.arguments.filter(({ kind }) => !["cursor", "key"].includes(kind));
    for (const argument of [null, ...asked]) {
      const exchange = await operation.ask(owner, ownInput(operation, argument, own));
      const outcome = outcomeOf(exchange);
      const what = `${operation.name} with ${argument?.name ?? "nothing special"}`;
      if (outcome !== "done") failed.push(`${what}: ${exchange.body.slice(0, 300)}`);
      if (leaksIn(exchange, ownWords).length > 0) shown.add(operation.name);
      if (operation.isChanging && outcome === "done") own = await renew();
    }
  }
  expect(failed).toEqual([]);
  // With eyes that see nothing, nothing would ever be foreign.
  expect(OPERATIONS.filter(({ name }) => !shown.has(name)).map(({ name }) => name)).toEqual([]);
});

it("leaves the other organization's rows as they were, to the byte", async () => {
  const { team, others } = matrix;
  expect(await storedState(team, others, { isCalling: false })).toEqual(othersBefore);
});

/** What was found since the last time. */
function found(): string[] {
  return matrix.problems.splice(0).slice(0, 20);
}
