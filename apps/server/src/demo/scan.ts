import { type Research, sampleSource } from "./sample-research.ts";

const SURVEY = sampleSource("dry-summer-survey", "Street trees after three dry summers", {
  author: "Office of Sample Parks",
  year: "2025",
  quote:
    "Of 1,200 young trees, those with more than nine cubic metres of soil lost the fewest leaves.",
});
const MANUAL = sampleSource("watering-manual", "A watering manual for street trees", {
  author: "Ida Sampler",
  year: "2024",
  quote:
    "Water seldom, but deeply: eighty litres every ten days reach the roots, ten litres a day do not.",
});

const FIND = "Find what decides whether young street trees survive dry summers.";
const WRITE = "Write a short overview: what helps, how sure that is, and what it rests on.";

export const SCAN: Research = {
  request: "Give me a quick overview: what keeps young street trees alive through dry summers?",
  mode: "scan",
  brief: {
    topic: "Street trees in dry summers",
    researchType: "general_topic",
    scope: "Young trees in streets, Central European climate",
    depthSignals: "quick overview",
    outputMediaType: "html",
    skipQuestionsReason: "The question is focused, and an overview can be a web page.",
    routingRationale: "One question, the word overview, nothing to compare, nothing at stake.",
  },
  searchQuery: "street trees dry summers survival",
  plan: {
    name: "[Scan] Street trees in dry summers (sample)",
    researchQuestion: "What keeps young street trees alive through dry summers?",
    planDesignRationale: "Two steps are enough for a focused question: look, then write it up.",
    steps: [
      { stepType: "search", instructions: FIND },
      { stepType: "synthesize", instructions: WRITE, dependsOn: [1] },
    ],
  },
  work: [
    {
      instructions: FIND,
      thinking: "Two sample sources agree on the volume of soil and on seldom, deep watering.",
      webSearches: [{ query: "young street trees drought survival", results: 2, used: 2 }],
      finding: {
        title: "Soil and deep watering decide (sample)",
        content: `What the two sources say: ${SURVEY.quote} ${MANUAL.quote}`,
        summary: "More than nine cubic metres of soil, and eighty litres every ten days.",
        sources: [SURVEY, MANUAL],
      },
      result: { factors: ["volume of soil", "deep watering"], sources: 2 },
      resultSummary: "Volume of soil and deep watering decide.",
      confidence: 0.85,
    },
    {
      instructions: WRITE,
      thinking: "Both findings have a source each; the overview stays within them.",
      result: { sections: 2 },
      resultSummary: "An overview of two findings.",
      confidence: 0.85,
    },
  ],
  output: {
    title: "What keeps young street trees alive through dry summers",
    mediaType: "html",
    markdown: `## Answer

Room for roots and deep watering decide, in this order. [src:dry-summer-survey] [src:watering-manual] (medium confidence)

## Key findings

- **Room for roots matters most.** Trees with more than nine cubic metres of soil lost the fewest leaves. [src:dry-summer-survey] (medium confidence)
- **Water deeply and seldom.** Eighty litres every ten days reach the roots, ten litres a day do not. [src:watering-manual] (medium confidence)

## What would change this answer

A survey of older trees: both sources look at young ones only.

## About this document

It is a sample: its sources are invented.
`,
  },
  feedback: {
    satisfaction: "satisfied",
    feedbackSummary: "Short and to the point; wants to know whether reservoirs are worth it.",
    followUpRequested: true,
  },
};
