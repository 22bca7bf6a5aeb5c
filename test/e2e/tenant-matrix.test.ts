import { withClient } from "@trovella/db";
import { permissionsOf, ROLES, type Role, type Scope } from "@trovella/foundation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcomeOf } from "./matrix/caller.ts";
import { describeChoice, signInFirst } from "./matrix/choice.ts";
import { leaksIn } from "./matrix/judge.ts";
import { describeLiveAndNumbers } from "./matrix/live-and-numbers.ts";
import {
  type Matrix,
  openMatrix,
  ownThings,
  probeForeignIds,
  renewed,
  untilLogged,
} from "./matrix/matrix.ts";
import {
  type Operation,
  type Own,
  ownInput,
  PROCEDURE_OPERATIONS,
  TOOL_OPERATIONS,
} from "./matrix/operations.ts";
import { storedRowsOf, superuserOf, wordsOf } from "./matrix/organization.ts";
import {
  citeForeignSources,
  claimForeignThings,
  othersCursors,
  readEverything,
} from "./matrix/read-everything.ts";
import { storedState } from "./matrix/stored-state.ts";
import { describeSurfaces } from "./matrix/surfaces.ts";

const OPERATIONS = [...TOOL_OPERATIONS, ...PROCEDURE_OPERATIONS];

/** Members with fewer permissions than an owner, by role or by token scope. */
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
  await untilLogged(matrix);
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

it("the other organization has rows in every table, all of them marked by its words", async () => {
  const rows = await storedRowsOf(matrix.team, matrix.others);
  const isKnown = (row: string) =>
    [matrix.others.canary, matrix.others.handle, ...matrix.words].some((word) =>
      row.includes(word),
    );
  const tables = Object.entries(rows);
  expect(tables.filter(([, found]) => found.length === 0)).toEqual([]);
  expect(tables.flatMap(([, found]) => found.filter((row) => !isKnown(row)))).toEqual([]);
});

// Tool calls are logged, and procedures show the log: tools come first.
describe.each([
  ["procedure", PROCEDURE_OPERATIONS],
  ["tool", TOOL_OPERATIONS],
])("every %s", (_, operations) => {
  it.each(ROLES)("answers a %s alike about foreign and unknown ids", async (role) => {
    for (const operation of operations) {
      own = await probeForeignIds(matrix, operation, { role, cursors, own });
    }
    expect(found()).toEqual([]);
  });

  it.each(ROLES)(
    "shows a %s what is their own, and finds nothing else by any word",
    async (role) => {
      await readEverything(matrix, operations, { role, own });
      expect(found()).toEqual([]);
    },
  );
});

it("a text can cite neither foreign nor unknown sources", async () => {
  await citeForeignSources(matrix, own);
  expect(found()).toEqual([]);
});

it("a claim can name neither foreign nor unknown sources and claims", async () => {
  await claimForeignThings(matrix);
  expect(found()).toEqual([]);
});

describeSurfaces(() => matrix);

describe("a member without permission", () => {
  it.each(LOWER)(
    "as %s with a token for %j is refused, and nothing is changed",
    async (role, scopes) => {
      const permissions = permissionsOf(role, scopes);
      const { team, ours, others, tally } = matrix;
      const caller = await matrix.member(role, scopes);
      const before = await storedState(team, ours, { isCalling: true });
      const allowed: string[] = [];
      for (const operation of OPERATIONS) {
        if (permissions.has(operation.permission)) continue;
        for (const ids of [ours.ids, others.ids]) {
          const input = ownInput(operation, operation.arguments[0] ?? null, { ...own, ids });
          const outcome = outcomeOf(await operation.ask(caller, input));
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

/** Their replies contain nothing recognizable. */
const NUMBERS_ALONE = [
  ...["researchPlan.healthSummary", "claims.auditSummary", "toolCall.clients", "connect.clients"],
  // The member that is asked about has neither sessions nor apps; kinds are the program's own words.
  ...["member.access", "securityEvent.kinds"],
  // What a check counts, built-in templates, whether there is a sample, which hits a report cites.
  ...["researchPlan.citationCheck", "researchPlan.templates", "sample.status", "search.reportsOf"],
  // Nothing is hidden; the answer of a ping; the default look of documents.
  ...["inbox.hidden", "settings.ping", "theme.current"],
];

/** Its replies are the skills of the program, for all alike. */
const SAME_FOR_ALL = ["get_skill"];

/** Procedures that span organizations, or say what a person could delete, are for browser sessions only. */
const NOT_BY_TOKEN = ["organization.list", "deletion.preview"];

/** Mutations executed on own objects; the others would delete what the tests need. */
const CARRIED_OUT = ["review.decide", "token.revoke"];

it("succeeds on own objects where it refuses foreign ones, and shows them", async () => {
  const owner = await matrix.member("owner");
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
  // Checks that the words are detectable at all.
  const blind = carriedOut.filter(({ name, isChanging }) => !isChanging && !shown.has(name));
  const expected = [...SAME_FOR_ALL, ...NUMBERS_ALONE];
  expect(blind.map(({ name }) => name).sort()).toEqual(expected.sort());
});

it("leaves the other organization's rows unchanged, byte for byte", async () => {
  const { team, others } = matrix;
  expect(await storedState(team, others, { isCalling: false })).toEqual(othersBefore);
});

describe("access refused by default", () => {
  const METHODS = [
    ...["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read"],
    ...["resources/templates/list", "prompts/list", "prompts/get", "completion/complete"],
    ...["skills/list", "skills/get", "server/discover", "subscriptions/listen", "no/such-method"],
  ];

  it.each(METHODS)("%s requires the read scope", async (method) => {
    const caller = await matrix.member("owner", ["write", "review", "admin"]);
    const { status, headers } = await caller.method(method);
    expect(status).toBe(403);
    expect(headers["www-authenticate"]).toContain('error="insufficient_scope"');
  });

  it("unknown methods do not exist for any role", async () => {
    const owner = await matrix.member("owner");
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

describe("a hole in the isolation of organizations", () => {
  // These tables cover all others: rows that reference a plan are only shown with it.
  const TABLES = [
    ...["research_plan", "research_artifact", "skill_execution", "mcp_tool_call_log"],
    "personal_access_token",
  ];
  const lists = PROCEDURE_OPERATIONS.filter(({ name }) => name.endsWith(".list"));

  it.each(TABLES)("would be noticed: no policies on %s", async (table) => {
    await setPolicies(table, "DISABLE");
    await readEverything(matrix, lists, { role: "owner", own });
    await setPolicies(table, "ENABLE");
    expect(found()).not.toEqual([]);
  });
});

// From here on the other organization is active too.
describeLiveAndNumbers(() => matrix);
describeChoice(() => ({ matrix, cookie }));

function setPolicies(table: string, state: "DISABLE" | "ENABLE"): Promise<unknown> {
  return withClient(superuserOf(matrix.team), (client) =>
    client.query(`ALTER TABLE ${table} ${state} ROW LEVEL SECURITY`),
  );
}

/** Problems found since the last call. */
function found(): string[] {
  return matrix.problems.splice(0).slice(0, 20);
}
