import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../capabilities.ts";
import { type Fields, fieldsIn, stringIn } from "../model/conversation.ts";
import type { RunRecord } from "../model/model-server.ts";
import { directTurns, type OwnTools, ownToolOf } from "../model/offered-tools.ts";
import { WRONG_CALLS } from "../scenarios/failures.ts";
import { missingWords, PAGE_LETTERS } from "../scenarios/pages.ts";
import { replyFields } from "../scenarios/scenario.ts";
import type { Bench, Played } from "./session.ts";

const INSTRUCTIONS_START = 60;
const MAX_TAIL = 400;

/** The plan as it is stored: all steps done, the added one too, decided, with an output and feedback. */
export async function loopFinding({ store }: Bench, played: Played): Promise<Finding> {
  const done = doneOf(played);
  if (typeof done === "string") return done;
  const [plan] = await store.rows(STORED_LOOP, [done.planId]);
  const expected = {
    status: "completed",
    steps: ["search:completed", "custom:completed", "analyze:completed", "checkpoint:completed"],
    decisions: ["approve"],
    outputs_citing: [true],
    sources: 1,
    feedbacks: 1,
  };
  const { decided_via: _, ...stored } = plan ?? {};
  return isDeepStrictEqual(stored, expected) || `stored is ${JSON.stringify(stored)}`;
}

const STORED_LOOP = `select plan.status,
  (select array_agg(step_type || ':' || step.status order by step_order) from plan_step step
    where step.plan_id = plan.id) as steps,
  (select array_agg(decision) from plan_review review where review.plan_id = plan.id) as decisions,
  (select string_agg(decided_via, ' ') from plan_review review where review.plan_id = plan.id) as decided_via,
  (select array_agg(is_citing) from research_output output where output.plan_id = plan.id) as outputs_citing,
  (select count(*)::int from plan_source source where source.plan_id = plan.id) as sources,
  (select count(*)::int from research_feedback feedback where feedback.plan_id = plan.id) as feedbacks
  from research_plan plan where plan.handle = $1`;

export function repliesOnce(played: Played): Finding {
  const created = turnsIn(played).find(({ name }) => name.endsWith("create_research_plan"));
  const planId = stringIn(replyFields(created?.reply ?? "").planId);
  if (!created || !planId) return "no plan was made";
  const copies = created.reply.split(`"planId":"${planId}"`).length - 1;
  const escaped = created.reply.split(`\\"planId\\":\\"${planId}\\"`).length - 1;
  return (
    copies + escaped <= 1 || `${copies + escaped} copies in ${created.reply.length} characters`
  );
}

/** Every page is a whole reply, and together they have every word; their size is for the server to choose. */
export function pagesFinding(played: Played, scenario: keyof typeof PAGE_LETTERS): Finding {
  const pages = turnsIn(played).filter(({ name }) => name.endsWith("get_research_context"));
  const cut = pages.find(({ reply }) => !replyFields(reply).plan);
  if (cut) return `only ${cut.reply.length} characters of a page arrived: ${tail(cut.reply)}`;
  const done = doneOf(played);
  if (typeof done === "string") return done;
  const missing = missingWords(
    PAGE_LETTERS[scenario],
    pages.map(({ reply }) => reply),
  );
  return missing === 0 || `${missing} words are missing in ${pages.length} pages`;
}

export function errorsFinding(played: Played): Finding {
  const done = doneOf(played);
  if (typeof done === "string") return done;
  const replies = toldIn(played);
  const silent = WRONG_CALLS.findIndex(({ mustSay }, index) => !mustSay.test(replies[index] ?? ""));
  return silent < 0 || `${WRONG_CALLS[silent]?.tool} ${silent + 1}: ${tail(replies[silent] ?? "")}`;
}

/** What the model said at the end of a scenario, or why it did not get there. */
export function doneOf({ record, output }: Played): Fields | string {
  if (!record) return `the model was never asked: ${tail(output)}`;
  const { outcome } = record;
  if ("call" in outcome) return `it ended after ${outcome.call.name}: ${tail(output)}`;
  return outcome.text.startsWith("DONE") ? replyFields(outcome.text) : tail(outcome.text);
}

export async function remarksOn(
  { store, own, instructions }: Bench,
  played: Played,
): Promise<string[]> {
  const { record } = played;
  if (!record) return [];
  const done = doneOf(played);
  const [plan] = typeof done === "string" ? [] : await store.rows(STORED_LOOP, [done.planId]);
  const shown = record.first.tools.filter(({ name }) => /get_next_step$/.test(name)).length;
  const everything = record.last.system + record.last.prompt + JSON.stringify(record.last.tools);
  const isInstructed = everything.includes(instructions.slice(0, INSTRUCTIONS_START));
  return [
    shown > 0 ? "tools shown at once" : "tools found by search",
    isInstructed ? "instructions shown" : "no instructions",
    `${record.requests} requests`,
    `adds ${addedParameters(record, own).join(" ") || "nothing"}`,
    `decided: ${plan?.decided_via ?? "–"}`,
  ];
}

/** Parameters that the client put into our schemas, and the model filled in. */
function addedParameters({ last }: RunRecord, own: OwnTools): string[] {
  const added = last.tools.flatMap(({ name, schema }) => {
    const listed = own.get(ownToolOf(name, own) ?? "");
    const shown = Object.keys(fieldsIn(schema.properties));
    return listed ? shown.filter((key) => !listed.has(key)) : [];
  });
  return [...new Set(added)];
}

function turnsIn({ record }: Played) {
  return directTurns(record?.last.turns ?? []);
}

/** Replies of our tools, without those of a search for them. */
export function toldIn(played: Played): string[] {
  return turnsIn(played)
    .filter(({ name }) => !/^tool_?search$/i.test(name))
    .map(({ reply }) => reply);
}

export function tail(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").slice(-MAX_TAIL);
}
