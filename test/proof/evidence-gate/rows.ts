import { Random } from "@trovella/testing/engine/random";
import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import { type Assistant, type Outcome, runAssistant } from "./assistant.ts";
import { seenIn, statedIn } from "./judge-document.ts";
import { makeWorld } from "./world.ts";

/** How the plans of one kind of assistant ended. */
export interface Row {
  readonly name: string;
  plans: number;
  final: number;
  repairs: number;
  /** False statements in documents that are called final. */
  falseInFinal: number;
  /** False claims that were taken for supported. */
  falseClaims: number;
  readonly problems: string[];
  example: string;
}

const AT_ONCE = 4;
const MAX_REPAIRS = 2;
const SUPPORTED = ["supported", "derived"];

export async function runRow(
  client: McpClient,
  assistant: Assistant,
  { plans, seed }: { readonly plans: number; readonly seed: number },
): Promise<Row> {
  const { name, facts, invent } = assistant;
  const row: Row = {
    name,
    plans: 0,
    final: 0,
    repairs: 0,
    falseInFinal: 0,
    falseClaims: 0,
    problems: [],
    example: "",
  };
  const numbers = Array.from({ length: plans }, (_, index) => index);
  const work = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const random = new Random(seed, number);
      const made = makeWorld(random, facts ?? random.between(10, 20));
      const world = invent?.(made) ?? made;
      await judge(row, await runAssistant(client, assistant, { world, random }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return row;
}

/** Looks at the file alone, with the eyes of somebody who knows what is false. */
async function judge(row: Row, outcome: Outcome): Promise<void> {
  const { planId, status, repairs, output, planted, claims } = outcome;
  const response = await fetch(String(output.downloadUrl));
  const seen = seenIn(await response.text());
  const isFinal = output.evidence?.state === "final";
  row.plans += 1;
  row.repairs += repairs;
  if (isFinal) row.final += 1;
  const problems = [
    ...(response.ok ? [] : ["no document"]),
    ...(status === "completed" ? [] : [`the plan is ${status}`]),
    ...(repairs > MAX_REPAIRS ? [`${repairs} repairs`] : []),
    ...(seen.isDraft === isFinal ? ["reply and file disagree about the state"] : []),
  ];
  row.problems.push(...problems.map((problem) => `${row.name}, ${planId}: ${problem}`));
  row.falseClaims += claims.filter(
    ({ sent, status: found }) => !sent.isTrue && SUPPORTED.includes(found),
  ).length;
  if (!isFinal) return;
  const stated = statedIn(seen, planted);
  row.falseInFinal += stated.length;
  row.example ||= stated[0] ?? "";
}

export function printRows(title: string, rows: readonly Row[]): void {
  console.log(`\n${title.padEnd(46)} plans  final  draft  repairs  false claims  false in final`);
  for (const row of rows) {
    const { plans, final, repairs, falseClaims, falseInFinal } = row;
    const cells = [
      String(plans).padStart(5),
      String(final).padStart(6),
      String(plans - final).padStart(6),
      String(repairs).padStart(8),
      String(falseClaims).padStart(13),
      String(falseInFinal).padStart(15),
    ];
    console.log(
      `${row.name.padEnd(46)} ${cells.join(" ")}${row.example ? `  “${row.example}”` : ""}`,
    );
  }
}
