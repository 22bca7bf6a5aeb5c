import type { Role } from "@trovella/foundation";
import { cookieOf, tokenOf } from "../support/team-server.ts";
import { Caller, replyIn } from "./caller.ts";
import { unlike } from "./judge.ts";
import type { Kind } from "./kinds.ts";
import { choices, freeTexts } from "./kinds.ts";
import { cursorOf, type Matrix } from "./matrix.ts";
import { type Operation, type Own, ownInput, TOOL_OPERATIONS } from "./operations.ts";
import { holdPlan } from "./research.ts";

/** Calls every read operation with every enum value, and searches for the other organization's word in every free text. */
export async function readEverything(
  matrix: Matrix,
  operations: readonly Operation[],
  { role, own }: { readonly role: Role; readonly own: Own },
): Promise<void> {
  const caller = await matrix.member(role);
  for (const operation of operations.filter(({ isChanging }) => !isChanging)) {
    const input = ownInput(operation, null, own);
    // The enum values are the same for all roles.
    const chosen = role === "owner" ? choices(operation.schema) : [];
    for (const choice of [{}, ...chosen]) {
      await operation.ask(caller, { ...input, ...choice });
    }
    for (const name of freeTexts(operation.schema)) {
      const foreign = matrix.others.word;
      const unknown = unlike(foreign);
      const answer = await operation.ask(caller, { ...input, [name]: foreign });
      const expected = await operation.ask(caller, { ...input, [name]: unknown });
      const what = `${operation.name} with the others' word as ${name}`;
      matrix.compare(what, [answer, [foreign]], [expected, [unknown]]);
    }
  }
}

/** Citations: a foreign source must be treated like an unknown one. */
export async function citeForeignSources(matrix: Matrix, own: Own): Promise<void> {
  const { ours, others, member, compare } = matrix;
  const owner = await member("owner");
  const cite = async (source: string) => {
    const { plan } = await holdPlan(owner, ours.canary);
    const about = { ...own, subject: { ...own.subject, plan } };
    const operation = TOOL_OPERATIONS.find(({ name }) => name === "store_research_output");
    if (!operation) throw new Error("The tool that stores outputs is missing.");
    const content = `# x\n\nIt is so [src:${source}].`;
    return operation.ask(owner, { ...ownInput(operation, null, about), content });
  };
  const { source } = others.ids;
  const [answer, expected] = [await cite(source), await cite(unlike(source))];
  compare("a citation", [answer, [source]], [expected, [unlike(source)]]);
}

/** Claims: foreign sources and claims must be treated like unknown ones. */
export async function claimForeignThings(matrix: Matrix): Promise<void> {
  const { ours, others, member, compare } = matrix;
  const owner = await member("owner");
  const { source, mention, claim } = others.ids;
  const record = async (claims: object) => {
    const { plan } = await holdPlan(owner, ours.canary);
    return owner.tool("record_claims", { planId: plan, claims: [claims] });
  };
  const resting = (sourceId: string) => ({ statement: "x", evidence: [{ sourceId, quote: "x" }] });
  const named = (claimId: string) => ({ statement: "x", claimId });
  const following = (claimId: string) => ({ statement: "x", restsOn: [claimId] });
  for (const [id, claimWith] of [
    [source, resting],
    [mention, resting],
    [claim, named],
    [claim, following],
  ] as const) {
    const [answer, expected] = [await record(claimWith(id)), await record(claimWith(unlike(id)))];
    compare(`a claim with ${id}`, [answer, [id]], [expected, [unlike(id)]]);
  }
}

/** Cursors of the other organization's lists, for all list operations. */
export async function othersCursors(
  { team, listener, others }: Matrix,
  operations: readonly Operation[],
): Promise<Map<string, string>> {
  const token = await tokenOf(team.database, others.members.owner);
  const cookie = await cookieOf(team, others.members.owner);
  const caller = new Caller({ url: team.url, listener }, token, undefined, cookie);
  const cursors = new Map<string, string>();
  for (const operation of operations) {
    if (!operation.arguments.some(({ kind }) => kind === "cursor")) continue;
    if (!operation.schema.properties?.limit) {
      cursors.set(operation.name, cursorOf({ id: others.longIds.step, from: 0 }));
      continue;
    }
    const required = operation.arguments
      .filter(({ isRequired, kind }) => isRequired && kind !== "cursor")
      .map(({ name, kind }) => [name, others.longIds[kind as Kind]]);
    const input = { limit: 1, ...Object.fromEntries(required) };
    const reply = replyIn<{ nextCursor: string | null }>(await operation.ask(caller, input));
    // A plan with one finding has no second page; its cursor would name that finding.
    const cursor = reply.nextCursor ?? cursorOf({ id: others.longIds.artifact });
    cursors.set(operation.name, cursor);
  }
  return cursors;
}
