import type { Role } from "@trovella/foundation";
import { tokenOf } from "../support/team-server.ts";
import { Asker, replyIn } from "./asker.ts";
import { unlike } from "./judge.ts";
import { choices, freeTexts } from "./kinds.ts";
import { cursorOf, type Matrix } from "./matrix.ts";
import { type Operation, type Own, ownInput, TOOL_OPERATIONS } from "./operations.ts";
import { holdPlan } from "./research.ts";

/** Reads all there is to read, with every choice, and looks for the others' word wherever a text may stand. */
export async function lookAround(
  matrix: Matrix,
  operations: readonly Operation[],
  { role, own }: { readonly role: Role; readonly own: Own },
): Promise<void> {
  const asker = await matrix.somebody(role);
  for (const operation of operations.filter(({ isChanging }) => !isChanging)) {
    const input = ownInput(operation, null, own);
    // What can be chosen is the same for all roles.
    const chosen = role === "owner" ? choices(operation.schema) : [];
    for (const choice of [{}, ...chosen]) {
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
