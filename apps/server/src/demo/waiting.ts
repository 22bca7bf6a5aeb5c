import { type Research, sampleSource } from "./sample-research.ts";

const CATALOGUE = sampleSource("tree-catalogue", "A catalogue of trees for dry cities", {
  author: "Institute for Sample Botany",
  year: "2025",
  quote: "Field maple and hop hornbeam lost fewer than 2 of 100 trees in three dry summers.",
});
const ALLERGIES = sampleSource("pollen-report", "Pollen in streets: what people react to", {
  author: "Ida Sampler",
  year: "2024",
  quote: "Hop hornbeam is among the five trees that people with hay fever name most often.",
});

const FIND = "Find which kinds of trees survive dry summers in streets, with their losses.";
const RISKS = "Find what speaks against the best kinds: allergies, roots, falling fruit.";
const CHECKPOINT = "Show the shortlist to the person before it becomes a recommendation.";
const WRITE = "Write the recommendation: three kinds, their losses, their drawbacks, the sources.";

/** Ends at a checkpoint that nobody has decided, so that there is a review to look at. */
export const WAITING: Research = {
  request:
    "Which trees should we plant in our streets from next year on? Show me the shortlist before you recommend anything.",
  mode: "deep",
  leavesReview: true,
  brief: {
    topic: "Trees for dry streets",
    researchType: "decision_support",
    scope: "Streets of a Central European city, the next 30 years",
    depthSignals: "shortlist before a recommendation",
    decisionContext: "The parks department orders trees in March.",
    outputMediaType: "word",
    skipQuestionsReason: "The request says what is wanted and when to ask.",
    routingRationale: "A decision with several options and a wish to be asked.",
  },
  searchQuery: "tree species dry summers streets",
  plan: {
    name: "[Deep] Trees for dry streets (sample)",
    researchQuestion: "Which three kinds of trees should the city plant in its streets?",
    planDesignRationale: "Survival first, then drawbacks; a person sees the shortlist.",
    steps: [
      { stepType: "search", instructions: FIND },
      { stepType: "search", instructions: RISKS, dependsOn: [1] },
      { stepType: "checkpoint", instructions: CHECKPOINT, dependsOn: [2] },
      { stepType: "synthesize", instructions: WRITE, dependsOn: [3] },
    ],
  },
  work: [
    {
      instructions: FIND,
      thinking: "One catalogue has losses of all kinds over three dry summers.",
      webSearches: [{ query: "street tree species drought losses", results: 1, used: 1 }],
      finding: {
        title: "Kinds that survive dry summers (sample)",
        content: `What the catalogue counts: ${CATALOGUE.quote}`,
        summary: "Field maple and hop hornbeam lose fewer than 2 of 100.",
        sources: [CATALOGUE],
      },
      result: { shortlist: ["Field maple", "Hop hornbeam"] },
      resultSummary: "Field maple and hop hornbeam survive best.",
      confidence: 0.8,
    },
    {
      instructions: RISKS,
      thinking: "Hay fever is the one drawback that a source counts.",
      webSearches: [{ query: "street trees hay fever", results: 1, used: 1 }],
      finding: {
        title: "What speaks against hop hornbeam (sample)",
        content: `What people with hay fever say: ${ALLERGIES.quote}`,
        summary: "Hop hornbeam troubles people with hay fever.",
        sources: [ALLERGIES],
      },
      result: { drawbacks: [{ tree: "Hop hornbeam", drawback: "hay fever" }] },
      resultSummary: "Hop hornbeam troubles people with hay fever.",
      confidence: 0.7,
    },
    {
      instructions: CHECKPOINT,
      thinking: "The person decides whether hay fever rules a tree out.",
      question:
        "**Shortlist**\n\n| Tree | Losses in 100 | Drawback |\n|---|---:|---|\n| Field maple | fewer than 2 | none found |\n| Hop hornbeam | fewer than 2 | hay fever |\n\nShall hop hornbeam stay on the list?",
      result: {},
      resultSummary: "",
      confidence: 0.7,
    },
  ],
  output: { title: "Trees for dry streets", mediaType: "word", markdown: "" },
  feedback: {},
};
