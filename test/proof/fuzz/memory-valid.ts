import { SKILL_EXECUTION_STATUSES } from "@trovella/db/calls";
import { ARTIFACT_TYPES, MEDIA_TYPES } from "@trovella/db/memory";
import { SEARCHED_TABLES } from "@trovella/db/search";
import type { Random } from "@trovella/testing/engine/random";
import type { Json } from "../history/record.ts";
import type { MakeInput } from "./make-input.ts";
import { key, shortText, someJson, someText } from "./texts.ts";
import type { World } from "./world.ts";

const SATISFACTIONS = ["very_satisfied", "satisfied", "neutral", "very_dissatisfied"];
const MOMENTS = ["2020-02-29", "2026-01-01T00:00Z", "2031-12-31T23:59:59.999+05:30", "1000-01-01"];

/** Valid arguments for the tools of the research memory. */
export const MEMORY_VALID: Readonly<Record<string, MakeInput>> = {
  store_research: async (random, world) => ({
    ...(await place(random, world)),
    artifactType: random.pick(ARTIFACT_TYPES),
    title: shortText(random, 500),
    content: someJson(random, 4),
    ...(random.chance(0.3) ? { contentText: someText(random) } : {}),
    ...(random.chance(0.5) ? { summary: someText(random) } : {}),
    ...(random.chance(0.5) ? { confidence: random.pick([0, 0.5, 1, 1e-7]) } : {}),
    ...(random.chance(0.6)
      ? { sources: Array.from({ length: random.between(0, 4) }, () => source(random)) }
      : {}),
    ...key(random),
  }),

  record_claims: async (random, world) => {
    const { planId, stepId } = await world.heldStep();
    const kind = random.pick([undefined, "fact", "figure", "judgement"]);
    return {
      planId,
      ...(random.chance(0.3) ? { stepId } : {}),
      claims: Array.from({ length: random.between(1, 3) }, () => ({
        statement: shortText(random, 900) || "Tea is drunk.",
        ...(kind ? { kind } : {}),
        ...(random.chance(0.5) ? { key: random.chance(0.5) } : {}),
        ...(random.chance(0.2) ? { disputed: true } : {}),
      })),
      ...key(random),
    };
  },

  search_sources: async (random, world) => {
    const { planId } = random.chance(0.3) ? await world.artifact() : { planId: undefined };
    return {
      query: random.chance(0.5) ? someText(random) : "prepared finding",
      ...(random.chance(0.5) ? { limit: random.pick([1, 20, 100]) } : {}),
      ...(random.chance(0.2) ? { artifactType: random.pick(ARTIFACT_TYPES) } : {}),
      ...(random.chance(0.1) ? { mediaType: random.pick(MEDIA_TYPES) } : {}),
      ...(random.chance(0.2) ? { sourceTable: random.pick(SEARCHED_TABLES) } : {}),
      ...(random.chance(0.2) ? { createdAfter: random.pick(MOMENTS) } : {}),
      ...(random.chance(0.2) ? { createdBefore: random.pick(MOMENTS) } : {}),
      ...(random.chance(0.2) ? { userId: random.pick(["usr_local", "nobody"]) } : {}),
      ...(planId ? { planId } : {}),
    };
  },

  extract_data: async (random, world) => ({
    ...(await place(random, world)),
    schema: random.pick<Json>([
      { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
      { type: ["string", "null", "array"], maxLength: 5 },
      { $defs: { one: { enum: [1, "zwei", null] } }, anyOf: [{ $ref: "#/$defs/one" }] },
      { $schema: "http://json-schema.org/draft-07/schema#", type: "object", format: "nothing" },
    ]),
    // Null counts as absent.
    data: (random.chance(0.5) ? null : someJson(random, 4)) ?? { a: 1 },
    ...(random.chance(0.3) ? { sourceText: someText(random) } : {}),
    ...(random.chance(0.3) ? { instructions: someText(random) } : {}),
    ...(random.chance(0.3) ? { sourceArtifactId: (await world.artifact()).artifactId } : {}),
    ...key(random),
  }),

  store_research_output: async (random, world) => {
    const { planId, sourceIds } = await world.artifact();
    const cited = random.pick([...sourceIds, "src_unknown", "", "]["]);
    return {
      planId,
      title: shortText(random, 500),
      mediaType: random.pick(MEDIA_TYPES),
      content: `# ${someText(random)}\n\nIt is so [src:${cited}].\n\n| a | b |\n|---|---|\n| 1 | =1+1 |\n`,
      ...(random.chance(0.3) ? { formattingNotes: someText(random) } : {}),
      ...key(random),
    };
  },

  submit_research_feedback: async (random, world) => ({
    planId: (await world.anyState(random)).planId,
    feedbackType: random.pick(["initial", "closing"]),
    satisfaction: random.pick(SATISFACTIONS),
    feedbackSummary: someText(random),
    ...(random.chance(0.3) ? { improvementSuggestions: someText(random) } : {}),
    ...(random.chance(0.3) ? { followUpRequested: random.chance(0.5) } : {}),
    ...key(random),
  }),

  log_skill_execution: async (random, world) => ({
    skillName: shortText(random, 300),
    status: random.pick(SKILL_EXECUTION_STATUSES),
    ...(random.chance(0.5) ? { metadata: { [someText(random)]: someJson(random, 3) } } : {}),
    ...(random.chance(0.5) ? { planId: (await world.anyState(random)).planId } : {}),
    ...(random.chance(0.3) ? { errorMessage: someText(random) } : {}),
    ...key(random),
  }),

  store_subagent_report: async (random, world) => {
    const { planId, stepId, token } = await world.anyState(random);
    return {
      planId,
      stepId,
      ...(random.chance(0.5) ? { leaseToken: token } : {}),
      task: someText(random),
      report: someText(random),
      ...(random.chance(0.3) ? { status: "completed" } : {}),
      ...(random.chance(0.3) ? { agent: shortText(random, 200) } : {}),
      ...key(random),
    };
  },
};

/** With a step, with a plan alone, or with neither. */
async function place(random: Random, world: World): Promise<Json> {
  if (random.chance(0.3)) return {};
  const { planId, stepId, token } = await world.anyState(random);
  if (random.chance(0.3)) return { planId };
  return { planId, stepId, ...(random.chance(0.5) ? { leaseToken: token } : {}) };
}

function source(random: Random): Json {
  return {
    title: shortText(random, 500),
    ...(random.chance(0.5)
      ? { url: random.pick(["https://example.com/a?b=c#d", "HTTP://пример.испытание/x"]) }
      : {}),
    ...(random.chance(0.3) ? { author: shortText(random, 200) } : {}),
    ...(random.chance(0.3) ? { publishedAt: random.pick(["1999", "around 1850", "2024-05"]) } : {}),
    ...(random.chance(0.3) ? { retrievedAt: random.pick(MOMENTS) } : {}),
    ...(random.chance(0.3) ? { quote: someText(random) } : {}),
    ...(random.chance(0.3)
      ? { doi: random.pick(["10.1000/182", "https://doi.org/10.1000/a<b>", "doi: 10.5555/x"]) }
      : {}),
  };
}
