import { withClient } from "@trovella/db";
import { permissionsOf, ROLES, type Role, type Scope } from "@trovella/foundation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcomeOf } from "./matrix/asker.ts";
import { describeChoice, signInFirst } from "./matrix/choice.ts";
import { leaksIn } from "./matrix/judge.ts";
import { describeLiveAndNumbers } from "./matrix/live-and-numbers.ts";
import { citeStrangers, lookAround, othersCursors } from "./matrix/looks.ts";
import {
  askAboutStrangers,
  type Matrix,
  openMatrix,
  ownThings,
  renewed,
  untilWrittenDown,
} from "./matrix/matrix.ts";
import {
  type Operation,
  type Own,
  ownInput,
  PROCEDURE_OPERATIONS,
  TOOL_OPERATIONS,
} from "./matrix/operations.ts";
import { storedRowsOf, superuserOf, wordsOf } from "./matrix/organization.ts";
import { storedState } from "./matrix/stored-state.ts";
import { describeSurfaces } from "./matrix/surfaces.ts";

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
let cookie: string;
let cursors: ReadonlyMap<string, string>;
let own: Own;
let othersBefore: Record<string, string>;

beforeAll(async () => {
  matrix = await openMatrix(async (team) => {
    cookie = await signInFirst(team);
  });
  cursors = await othersCursors(matrix, OPERATIONS);
  own = await ownThings(matrix);
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

it("the others have rows in every table, all of them known by a word of theirs", async () => {
  const rows = await storedRowsOf(matrix.team, matrix.others);
  const isKnown = (row: string) =>
    [matrix.others.canary, matrix.others.handle, ...matrix.words].some((word) =>
      row.includes(word),
    );
  const tables = Object.entries(rows);
  expect(tables.filter(([, found]) => found.length === 0)).toEqual([]);
  expect(tables.flatMap(([, found]) => found.filter((row) => !isKnown(row)))).toEqual([]);
});

// What tools are asked is logged, and the log is among what procedures show: they come first.
describe.each([
  ["procedure", PROCEDURE_OPERATIONS],
  ["tool", TOOL_OPERATIONS],
])("every %s", (_, operations) => {
  it.each(ROLES)("answers a %s about what is foreign as about what nobody has", async (role) => {
    for (const operation of operations) {
      own = await askAboutStrangers(matrix, operation, { role, cursors, own });
    }
    expect(found()).toEqual([]);
  });

  it.each(ROLES)(
    "shows a %s what is their own, and finds nothing else by any word",
    async (role) => {
      await lookAround(matrix, operations, { role, own });
      expect(found()).toEqual([]);
    },
  );
});

it("no text can cite what is foreign, as it cannot cite what nobody has", async () => {
  await citeStrangers(matrix, own);
  expect(found()).toEqual([]);
});

describeSurfaces(() => matrix);

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

/** These tell nothing that could be recognized. */
const NUMBERS_ALONE = ["researchPlan.healthSummary", "toolCall.clients", "connect.clients"];

/** What goes beyond one organization is for people in a browser. */
const NOT_BY_TOKEN = ["organization.list"];

/** Changes that are carried out on one's own things; the others would take away what the tests need. */
const CARRIED_OUT = ["review.decide", "token.revoke"];

it("carries out on one's own things what it refuses on others', and shows them", async () => {
  const owner = await matrix.somebody("owner");
  const ownWords = await wordsOf(matrix.team, matrix.ours);
  const failed: string[] = [];
  const shown = new Set<string>();
  const carriedOut = OPERATIONS.filter(({ name, type }) =>
    type === "mutation" ? CARRIED_OUT.includes(name) : !NOT_BY_TOKEN.includes(name),
  );
  for (const operation of carriedOut) {
    const asked = operation.arguments.filter(
      ({ kind }) => !["cursor", "key", "session"].includes(kind),
    );
    for (const argument of [null, ...asked]) {
      const exchange = await operation.ask(owner, ownInput(operation, argument, own));
      const outcome = outcomeOf(exchange);
      const what = `${operation.name} with ${argument?.name ?? "nothing special"}`;
      if (outcome !== "done") failed.push(`${what}: ${exchange.body.slice(0, 300)}`);
      if (leaksIn(exchange, ownWords).length > 0) shown.add(operation.name);
      if (operation.isChanging && outcome === "done") own = await renewed(matrix, own, operation);
    }
  }
  expect(failed).toEqual([]);
  // With eyes that see nothing, nothing would ever be foreign.
  const blind = carriedOut.filter(({ name, isChanging }) => !isChanging && !shown.has(name));
  expect(blind.map(({ name }) => name)).toEqual(NUMBERS_ALONE);
});

it("leaves the other organization's rows as they were, to the byte", async () => {
  const { team, others } = matrix;
  expect(await storedState(team, others, { isCalling: false })).toEqual(othersBefore);
});

describe("who is refused by default", () => {
  const METHODS = [
    ...["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read"],
    ...["resources/templates/list", "prompts/list", "prompts/get", "completion/complete"],
    ...["skills/list", "skills/get", "server/discover", "subscriptions/listen", "no/such-method"],
  ];

  it.each(METHODS)("%s is not for who may not read", async (method) => {
    const asker = await matrix.somebody("owner", ["write", "review", "admin"]);
    const { status, headers } = await asker.method(method);
    expect(status).toBe(403);
    expect(headers["www-authenticate"]).toContain('error="insufficient_scope"');
  });

  it("what nobody has heard of is there for nobody", async () => {
    const owner = await matrix.somebody("owner");
    const asked = [
      await owner.tool("no_such_tool", {}),
      await owner.method("resources/read", { uri: "trovella://organizations/x" }),
      await owner.method("prompts/get", { name: "no-such-prompt" }),
      await owner.method("no/such-method"),
      await owner.procedure("plan.everything", "query"),
      await owner.procedure("plan.everything", "mutation", {}),
      await owner.get("/api/no-such-route"),
      await owner.get("/api/outputs"),
      await owner.get("/api/auth/no-such-route"),
    ];
    expect(asked.map(outcomeOf)).toEqual([
      ...["protocol error", "protocol error", "protocol error", "HTTP 404"],
      ...["NOT_FOUND", "NOT_FOUND", "HTTP 404", "HTTP 404", "HTTP 404"],
    ]);
  });
});

describe("a hole in the separation of organizations", () => {
  // Behind one of these stand all other tables: what refers to a plan is shown with it alone.
  const TABLES = [
    ...["research_plan", "research_artifact", "skill_execution", "mcp_tool_call_log"],
    "personal_access_token",
  ];
  const lists = PROCEDURE_OPERATIONS.filter(({ name }) => name.endsWith(".list"));

  it.each(TABLES)("would be noticed: no policies on %s", async (table) => {
    await setPolicies(table, "DISABLE");
    await lookAround(matrix, lists, { role: "owner", own });
    await setPolicies(table, "ENABLE");
    expect(found()).not.toEqual([]);
  });
});

// From here on the others do something too.
describeLiveAndNumbers(() => matrix);
describeChoice(() => ({ matrix, cookie }));

function setPolicies(table: string, state: "DISABLE" | "ENABLE"): Promise<unknown> {
  return withClient(superuserOf(matrix.team), (client) =>
    client.query(`ALTER TABLE ${table} ${state} ROW LEVEL SECURITY`),
  );
}

/** What was found since the last time. */
function found(): string[] {
  return matrix.problems.splice(0).slice(0, 20);
}
