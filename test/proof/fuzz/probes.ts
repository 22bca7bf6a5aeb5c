import type { Random } from "@trovella/testing/engine/random";
import { ERAS } from "@trovella/testing/mcp/mcp-client";
import type { Json } from "../history/record.ts";
import { outcomeOf, problemsOf } from "./checks.ts";
import type { FuzzFindings } from "./findings.ts";
import type { ForeignTenant } from "./foreign.ts";
import { hostileInput } from "./hostile.ts";
import { type Exchange, FuzzConnection, toolCall } from "./http.ts";
import { mutate } from "./mutations.ts";
import { validInput } from "./valid.ts";
import type { World } from "./world.ts";

export interface Field {
  readonly url: string;
  readonly world: World;
  readonly foreign: ForeignTenant;
  readonly findings: FuzzFindings;
}

/** One call with its expected outcome. */
interface Probe {
  readonly kind: string;
  readonly argumentsJson: string;
  /** Fields that an error may name in addition to those of the tool. */
  readonly names: readonly string[];
  /** Success, or one of these codes; an empty list accepts any valid outcome. */
  readonly expects: "success" | readonly string[];
}

/** Calls a tool repeatedly with generated arguments, in both protocol revisions. */
export async function fuzzTool(
  name: string,
  { inputs, random }: { readonly inputs: number; readonly random: Random },
  field: Field,
): Promise<void> {
  const connection = new FuzzConnection(field.url);
  for (let made = 0; made < inputs; made += 1) {
    const valid = await validInput(name, random, field.world);
    const probe = await makeProbe(name, valid, { random, share: made / inputs, field });
    const era = random.pick(ERAS);
    const { argumentsJson } = probe;
    const exchange = await connection.send(toolCall(era, { name, argumentsJson }));
    judge(`${name} with ${probe.kind} (${era})`, { name, probe, exchange }, field);
  }
  connection.close();
}

/** Two fifths valid, two fifths with one mutation, one fifth hostile. */
async function makeProbe(
  name: string,
  valid: Json,
  { random, share, field }: { random: Random; share: number; field: Field },
): Promise<Probe> {
  if (share < 0.4) {
    const argumentsJson = JSON.stringify(valid);
    return { kind: "valid arguments", argumentsJson, names: [], expects: "success" };
  }
  if (share < 0.8) {
    const mutated = await mutate(name, valid, { random, ...field });
    return {
      kind: mutated.kind,
      argumentsJson: JSON.stringify(mutated.input),
      names: [mutated.field],
      expects: mutated.refusals,
    };
  }
  return { ...hostileInput(name, valid, random), names: [], expects: [] };
}

function judge(
  what: string,
  { name, probe, exchange }: { name: string; probe: Probe; exchange: Exchange },
  { foreign: { canary }, findings }: Field,
): void {
  findings.calls += 1;
  findings.note(answerOf(exchange), exchange, what);
  const outcome = outcomeOf(exchange);
  if (outcome?.kind === "reply") {
    findings.noteStored(outcome.reply, JSON.parse(probe.argumentsJson) as Json);
  }
  const unmet = mismatchOf(probe, exchange);
  const problems = problemsOf(name, exchange, { canary, names: probe.names });
  for (const problem of unmet ? [...problems, unmet] : problems) {
    findings.problems.push(`${what}: ${problem}; arguments ${probe.argumentsJson.slice(0, 300)}`);
  }
}

/** The difference from the expected outcome, if any. */
function mismatchOf({ expects }: Probe, exchange: Exchange): string | null {
  const outcome = outcomeOf(exchange);
  const answer = exchange.body.slice(0, 400);
  if (expects === "success") return outcome?.kind === "reply" ? null : `it got ${answer}`;
  const isMet = outcome?.kind === "refusal" && expects.includes(outcome.code);
  return isMet || expects.length === 0 ? null : `${expects} expected, but got ${answer}`;
}

function answerOf(exchange: Exchange): string {
  const outcome = outcomeOf(exchange);
  switch (outcome?.kind) {
    case "reply":
      return "reply";
    case "refusal":
      return outcome.code;
    case "protocol":
      return `JSON-RPC ${outcome.code}`;
    default:
      return `HTTP ${exchange.status}`;
  }
}
