import { type Research, sampleSource } from "./sample-research.ts";

const MULCH = sampleSource("mulch-trial", "Mulch around street trees", {
  author: "Office of Sample Parks",
  year: "2025",
  quote: "Ten centimetres of wood chips halved the water that a young tree needed in July.",
});

const FIND = "Find what mulch saves in water, and which kind of it works.";
/** The step at which its assistant goes silent. */
export const GONE_SILENT = "Find what mulch costs per tree and year, and how often it is renewed.";
const WRITE = "Write a short overview of what mulch saves and costs.";
/** A few seconds, so that the sample looks as a plan does after half an hour. */
const STALL_MINUTES = 0.05;

/** Ends in the middle of a step, so that there is a plan to resume. */
export const STALLED: Research = {
  request: "Quickly: is mulch around street trees worth it?",
  mode: "scan",
  brief: {
    topic: "Mulch for street trees",
    researchType: "general_topic",
    scope: "Young street trees",
    depthSignals: "quickly",
    outputMediaType: "conversation",
    skipQuestionsReason: "The question is focused.",
    routingRationale: "One question, the word quickly.",
  },
  searchQuery: "mulch street trees water",
  plan: {
    name: "[Scan] Mulch for street trees (sample)",
    researchQuestion: "Is mulch around young street trees worth its cost?",
    planDesignRationale: "Savings, then costs, then the answer.",
    stallThresholdMinutes: STALL_MINUTES,
    steps: [
      { stepType: "search", instructions: FIND },
      { stepType: "search", instructions: GONE_SILENT, dependsOn: [1] },
      { stepType: "synthesize", instructions: WRITE, dependsOn: [2] },
    ],
  },
  work: [
    {
      instructions: FIND,
      thinking: "One trial has the figure.",
      webSearches: [{ query: "mulch street trees water trial", results: 1, used: 1 }],
      finding: {
        title: "What mulch saves (sample)",
        content: `What the trial measured: ${MULCH.quote}`,
        summary: "Wood chips halve the water needed in July.",
        sources: [MULCH],
      },
      result: { saving: "half of the water in July" },
      resultSummary: "Wood chips halve the water needed in July.",
      confidence: 0.7,
    },
  ],
  output: { title: "Mulch for street trees", mediaType: "conversation", markdown: "" },
  feedback: {},
};
