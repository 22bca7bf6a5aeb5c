import { type Research, sampleSource } from "./sample-research.ts";

const BAGS = sampleSource("bags-trial", "Watering bags: a trial over two summers", {
  author: "Ida Sampler",
  year: "2024",
  quote: "Bags cost 30 euros a tree and year with their filling; 8 of 100 trees died.",
});
const RESERVOIRS = sampleSource("reservoir-trial", "Reservoirs under the pavement", {
  author: "Institute for Sample Hydrology",
  year: "2025",
  quote: "A reservoir costs 1,400 euros once and lasts 30 years; 3 of 100 trees died.",
});
const REPAIRS = sampleSource(
  "reservoir-repairs",
  "Ten years of reservoirs: what had to be repaired",
  {
    author: "Office of Sample Works",
    year: "2023",
    quote: "One reservoir in twenty had to be opened again within ten years, at 600 euros each.",
  },
);

const FIND_BAGS = "Find what watering bags cost per tree and how many trees survive with them.";
const FIND_RESERVOIRS =
  "Find what underground reservoirs cost per tree and how many trees survive with them.";
const EXTRACT = "Put cost per tree over 30 years and losses of both options into one table.";
const ANALYZE = "Compare both options by cost over 30 years and by losses; say how sure that is.";
/** The step that a condition adds, and in which the first assistant crashes. */
export const REPAIR_COSTS = "Find what repairs of reservoirs cost, which the comparison lacks.";
const CRITIQUE = "Challenge the comparison: what is missing, what would turn it around?";
const CHECKPOINT = "Show the comparison to the person before it becomes a recommendation.";
const WRITE = "Write the recommendation with a comparison table, its limits and its sources.";

const OPTIONS = [
  { option: "Watering bags", costIn30Years: 900, lossesPerHundred: 8 },
  { option: "Reservoirs", costIn30Years: 1400, lossesPerHundred: 3 },
];

export const DEEP: Research = {
  request:
    "We have to decide: should the city replace watering bags with underground reservoirs? Be thorough, I need a Word document for the council.",
  mode: "deep",
  brief: {
    topic: "Watering bags or underground reservoirs for street trees",
    researchType: "decision_support",
    scope: "Cost over 30 years and losses, per tree",
    depthSignals: "thorough",
    decisionContext: "The council decides on next year's budget.",
    knownContext: "Bags are in use today.",
    outputMediaType: "word",
    outputFormattingInstructions: "For the council: answer first, a table, sources.",
    clarifyingQuestions: [
      { question: "Over how many years should costs be compared?", answer: "Thirty." },
    ],
    routingRationale: "Real trade-offs, two options in three dimensions, the word thorough.",
  },
  searchQuery: "watering street trees survive dry summers",
  plan: {
    name: "[Deep] Watering bags or reservoirs (sample)",
    researchQuestion: "Should the city replace watering bags with underground reservoirs?",
    planDesignRationale:
      "Both options are looked into separately, then compared; doubt adds a step, and a person sees the comparison before it is recommended.",
    outputFormattingNotes: "Answer first, one table, sources at the end.",
    steps: [
      { stepType: "search", instructions: FIND_BAGS },
      { stepType: "search", instructions: FIND_RESERVOIRS },
      { stepType: "extract", instructions: EXTRACT, dependsOn: [1, 2] },
      { stepType: "analyze", instructions: ANALYZE, dependsOn: [3] },
      { stepType: "critique", instructions: CRITIQUE, dependsOn: [4] },
      { stepType: "checkpoint", instructions: CHECKPOINT, dependsOn: [5] },
      { stepType: "synthesize", instructions: WRITE, dependsOn: [6] },
    ],
    branchingConditions: [
      {
        afterStepOrder: 4,
        conditionExpression: "confidence < 0.7 && result.gaps.length > 0",
        ifTrueAction: "add_steps",
        actionParams: { steps: [{ stepType: "search", instructions: REPAIR_COSTS }] },
      },
    ],
  },
  work: [
    {
      instructions: FIND_BAGS,
      thinking: "One trial over two summers has both figures.",
      webSearches: [{ query: "watering bags street trees trial cost", results: 1, used: 1 }],
      finding: {
        title: "What watering bags cost and save (sample)",
        content: `Two summers with watering bags. ${BAGS.quote}`,
        summary: "30 euros a year, 8 of 100 trees lost.",
        sources: [BAGS],
      },
      result: { costPerYear: 30, lossesPerHundred: 8 },
      resultSummary: "30 euros a tree and year, 8 of 100 lost.",
      confidence: 0.8,
    },
    {
      instructions: FIND_RESERVOIRS,
      thinking: "The institute's trial gives the price once and the time it lasts.",
      webSearches: [{ query: "underground tree reservoir cost survival", results: 1, used: 1 }],
      finding: {
        title: "What underground reservoirs cost and save (sample)",
        content: `Reservoirs under the pavement, in a trial. ${RESERVOIRS.quote}`,
        summary: "1,400 euros for 30 years, 3 of 100 trees lost.",
        sources: [RESERVOIRS],
      },
      result: { costOnce: 1400, years: 30, lossesPerHundred: 3 },
      resultSummary: "1,400 euros for 30 years, 3 of 100 lost.",
      confidence: 0.8,
    },
    {
      instructions: EXTRACT,
      thinking: "Thirty years of bags are 30 times 30 euros.",
      extraction: {
        schema: {
          type: "object",
          required: ["options"],
          properties: {
            options: {
              type: "array",
              items: {
                type: "object",
                required: ["option", "costIn30Years", "lossesPerHundred"],
                properties: {
                  option: { type: "string" },
                  costIn30Years: { type: "number", minimum: 0 },
                  lossesPerHundred: { type: "number", minimum: 0, maximum: 100 },
                },
              },
            },
          },
        },
        data: { options: OPTIONS },
      },
      result: { options: OPTIONS },
      resultSummary: "Two options in one table.",
      confidence: 0.8,
    },
    {
      instructions: ANALYZE,
      thinking: "Reservoirs cost more and lose less, but nobody has counted repairs yet.",
      result: { cheaper: "Watering bags", safer: "Reservoirs", gaps: ["repairs of reservoirs"] },
      resultSummary: "Reservoirs are safer and dearer; repairs are not counted yet.",
      confidence: 0.55,
    },
    {
      instructions: REPAIR_COSTS,
      thinking: "Ten years of experience: one in twenty opened again, at 600 euros.",
      webSearches: [{ query: "tree reservoir repairs ten years", results: 1, used: 1 }],
      finding: {
        title: "What repairs of reservoirs cost (sample)",
        content: `What ten years of reservoirs cost in repairs. ${REPAIRS.quote}`,
        summary: "About 90 euros a tree in 30 years.",
        sources: [REPAIRS],
      },
      result: { repairsIn30Years: 90 },
      resultSummary: "Repairs add about 90 euros a tree in 30 years.",
      confidence: 0.75,
    },
    {
      instructions: CRITIQUE,
      thinking:
        "The price of a lost tree is missing; at 2,500 euros it turns the comparison around.",
      result: { missing: ["price of a lost tree"], turnsAround: true },
      resultSummary: "A lost tree costs more than the difference.",
      confidence: 0.75,
    },
    {
      instructions: CHECKPOINT,
      thinking: "The person decides whether the comparison is good enough for the council.",
      question:
        "Reservoirs cost 590 euros more per tree over 30 years, and 5 of 100 trees more survive. Shall I recommend them where streets are opened anyway?",
      afterFeedback: "As you asked: a reservoir costs 1,490 euros at most, repairs included.",
      result: {},
      resultSummary: "",
      confidence: 1,
    },
    {
      instructions: WRITE,
      thinking: "Answer first, then the table, then what would change it.",
      result: { sections: 4 },
      resultSummary: "A recommendation with a table and three sources.",
      confidence: 0.8,
    },
  ],
  output: {
    title: "Watering bags or underground reservoirs",
    mediaType: "word",
    markdown: `## Answer

We recommend reservoirs where a street is opened anyway, and bags elsewhere. Reservoirs cost 590 euros more per tree over 30 years, and 5 of 100 trees more survive. (medium confidence)

## Key findings

1. **Bags are cheap, but lose more trees.** They cost 30 euros a tree and year, and 8 of 100 trees die all the same. [src:bags-trial] (medium confidence)
2. **Reservoirs cost more and lose fewer trees.** One costs 1,400 euros once, lasts 30 years, and 3 of 100 trees die. [src:reservoir-trial] (medium confidence)
3. **Repairs change little.** One reservoir in twenty has to be opened again within ten years, at 600 euros. [src:reservoir-repairs] (high confidence)

## Reservoirs cost 590 euros more per tree over 30 years

The table counts purchase, filling and repairs. [src:bags-trial] [src:reservoir-trial] [src:reservoir-repairs]

| Option        | Cost in 30 years (€) | Lost trees of 100 |
| ------------- | -------------------: | ----------------: |
| Watering bags |                  900 |                 8 |
| Reservoirs    |                1,490 |                 3 |

## What would change this answer

- A lost tree that costs more than 2,500 euros: we conclude that reservoirs would then pay for themselves everywhere.
- Streets that are opened for other reasons less often than planned.

## Limits

- The price of a lost tree is not in the table.
- Both trials are short.

## About this document

It is a sample: its sources are invented.
`,
  },
  feedback: {
    satisfaction: "very_satisfied",
    feedbackSummary: "Exactly what the council needs.",
    followUpRequested: false,
  },
};
