import type { Random } from "@trovella/testing/engine/random";
import { type McpClient, REPORT } from "@trovella/testing/mcp/mcp-client";
import type { World } from "./world.ts";

/** A claim as an assistant sends it; `isTrue` is what the world knows of it. */
export interface Sent {
  readonly statement: string;
  /** The same as a document says it, without a full stop. */
  readonly said: string;
  readonly isTrue: boolean;
  /** The place of its fact in the world. */
  readonly fact: number;
  readonly key?: boolean;
  readonly disputed?: boolean;
  readonly kind?: string;
  readonly restsOn?: readonly string[];
  readonly evidence?: readonly { readonly sourceId: string; readonly quote: string }[];
}

/** A claim as it was recorded, with the newest reply. */
export interface Recorded {
  readonly claimId: string;
  sent: Sent;
  status: string;
  problems: readonly { readonly code: string; readonly closest?: string }[];
}

export interface State {
  readonly world: World;
  readonly random: Random;
  readonly claims: readonly Recorded[];
}

export interface Draft {
  readonly content: string;
  readonly title?: string;
  /** Sentences in it that the world knows to be false, or of which nothing is known. */
  readonly planted: readonly string[];
}

export interface Lint {
  readonly code: string;
  readonly message: string;
  readonly excerpt?: string;
}

export interface Edit {
  readonly find: string;
  readonly replace: string;
}

export type Amendment = { readonly claimId: string; readonly withdraw?: boolean } & Partial<Sent>;

/** How an assistant of one kind works. */
export interface Assistant {
  readonly name: string;
  readonly facts?: number;
  /** What it makes of the world before it begins. */
  invent?(world: World): World;
  readonly plan?: object;
  claims(state: State): Sent[];
  /** Called in every step that asks for a repair. */
  repair?(state: State): Amendment[];
  document(state: State): Draft;
  /** What it changes in the stored document, given what the lint says. */
  edit?(
    state: State,
    lint: readonly Lint[],
    draft: Draft,
  ): { edits: Edit[]; planted: readonly string[] } | null;
  /** Stores the document in its closing step too, before the claims are recorded. */
  readonly isHasty?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
type Reply = Record<string, any>;

export interface Outcome {
  readonly planId: string;
  readonly status: string;
  readonly repairs: number;
  readonly output: Reply;
  /** What of the last version is false. */
  readonly planted: readonly string[];
  readonly claims: readonly Recorded[];
}

const STEPS = ["search", "analyze", "synthesize"].map((stepType) => ({
  stepType,
  instructions: "Find out, note the sources and say what they say.",
}));
const MAX_STEPS = 8;

/** Works on a plan of its own to the end and stores a document. */
export async function runAssistant(
  client: McpClient,
  assistant: Assistant,
  given: Pick<State, "world" | "random">,
): Promise<Outcome> {
  const claims: Recorded[] = [];
  const state: State = { ...given, claims };
  const created = await client.call<Reply>("create_research_plan", {
    name: "[Deep] Survey",
    researchQuestion: "What do the surveys say about the towns?",
    steps: STEPS,
    evidencePolicy: "strict",
    start: true,
    ...assistant.plan,
  });
  const planId = String(created.planId);
  const store = (more: object) =>
    client.call<Reply>("store_research_output", {
      planId,
      title: "Survey",
      mediaType: "markdown",
      ...more,
    });
  let hasty: Draft | null = null;
  let ready: Reply = created.nextStep ?? (await client.call("get_next_step", { planId }));
  let repairs = 0;
  for (let done = 0; done < MAX_STEPS && ready.status !== "plan_complete"; done += 1) {
    const { step, lease } = ready;
    if (!step) throw new Error(`No step: ${JSON.stringify(ready)}`);
    const isRepair = done >= STEPS.length;
    if (isRepair) repairs += 1;
    if (done === 0 && assistant.isHasty) hasty = assistant.document(state);
    if (hasty && done === 0) await store({ content: hasty.content });
    if (done === 1) await record(client, planId, claims, assistant.claims(state));
    if (isRepair && assistant.repair) await amend(client, planId, claims, assistant.repair(state));
    const submitted = await client.call<Reply>("submit_step_result", {
      planId,
      stepId: step.stepId,
      leaseToken: lease.token,
      result: { done: true },
      stepExecutionReport: REPORT,
      continue: true,
      ...(done === 0
        ? { findings: [{ title: "Pages", content: "Read.", sources: given.world.pages }] }
        : {}),
    });
    ready = submitted.nextStep ?? (await client.call("get_next_step", { planId }));
  }
  let draft = assistant.document(state);
  let output = await store(titled(draft));
  const edited = assistant.edit?.(state, output.lint, draft);
  if (edited && edited.edits.length > 0) {
    output = await store({ outputId: output.outputId, edits: edited.edits });
    draft = { content: draft.content, planted: edited.planted };
  }
  const { status } = await client.call<Reply>("get_plan_status", { planId });
  return { planId, status, repairs, output, planted: draft.planted, claims };
}

async function record(
  client: McpClient,
  planId: string,
  claims: Recorded[],
  sent: readonly Sent[],
): Promise<void> {
  if (sent.length === 0) return;
  const reply = await client.call<Reply>("record_claims", { planId, claims: sent.map(asInput) });
  for (const [index, { claimId, status, problems = [] }] of reply.claims.entries()) {
    claims.push({ claimId, sent: sent[index] as Sent, status, problems });
  }
}

async function amend(
  client: McpClient,
  planId: string,
  claims: readonly Recorded[],
  sent: readonly Amendment[],
): Promise<void> {
  if (sent.length === 0) return;
  const reply = await client.call<Reply>("record_claims", { planId, claims: sent.map(asInput) });
  for (const [index, { status, problems = [] }] of reply.claims.entries()) {
    const given = sent[index] as Amendment;
    const claim = claims.find(({ claimId }) => claimId === given.claimId);
    if (!claim) continue;
    claim.sent = { ...claim.sent, ...given };
    claim.status = status;
    claim.problems = problems;
  }
}

function titled({ content, title }: Draft): object {
  return { content, ...(title ? { title } : {}) };
}

/** Without what only the world knows. */
function asInput({ said: _, isTrue: __, fact: ___, ...input }: Partial<Sent>): object {
  return input;
}
