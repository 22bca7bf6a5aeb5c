import fc from "fast-check";
import { expect, it } from "vitest";
import { readNotes } from "./metadata.ts";

it("sorts what is noted by convention", () => {
  const notes = readNotes({
    topic: "Heat pumps",
    researchType: "decision_support",
    decisionContext: null,
    clarifyingQuestions: [{ question: "Where?", answer: "Norway" }],
    delegatedTo: "deep",
    routingRationale: "Many questions.",
    priorResearchCheck: {
      found: 2,
      artifactIds: ["art_1", "art_1", 7, "art_2"],
      userDecision: "refresh",
      refreshContext: null,
    },
    planDesignRationale: "One step per question.",
    stepsCompleted: 3,
  });
  expect(notes.interview).toEqual([
    { name: "topic", label: "Topic", text: "Heat pumps" },
    { name: "researchType", label: "Kind of research", text: "Decision support" },
    { name: "decisionContext", label: "Decision it is for", text: null },
  ]);
  expect(notes.questions).toEqual([{ question: "Where?", answer: "Norway" }]);
  expect(notes.routing.map(({ text }) => text)).toEqual(["deep", "Many questions."]);
  expect(notes.priorResearch).toMatchObject({ found: 2, artifactIds: ["art_1", "art_2"] });
  expect(notes.priorResearch?.facts.map(({ label, text }) => [label, text])).toEqual([
    ["Decision", "Bring it up to date"],
    ["To be added", null],
  ]);
  expect(notes.planDesignRationale).toBe("One step per question.");
  expect(notes.outcome).toMatchObject([{ label: "Steps completed", text: "3" }]);
  expect(notes.other).toEqual([]);
});

it("shows under other what nobody agreed on, and what has another shape", () => {
  const notes = readNotes({
    mood: "good",
    clarifyingQuestions: "none",
    priorResearchCheck: [1],
  });
  expect(notes.other.map(({ name, text }) => [name, text])).toEqual([
    ["mood", "good"],
    ["clarifyingQuestions", "none"],
    ["priorResearchCheck", "[\n  1\n]"],
  ]);
});

it("takes no text for a code, nor for a part of the language", () => {
  const { interview } = readNotes({ topic: "unique", scope: "constructor", researchType: {} });
  expect(interview.map(({ text }) => text)).toEqual(["unique", "{}", "constructor"]);
});

it("copes with nothing", () => {
  expect(readNotes(null)).toMatchObject({ interview: [], questions: [], priorResearch: null });
});

it("copes with anything, and shows every name once", () => {
  const names = fc.constantFrom(
    "topic",
    "mode",
    "clarifyingQuestions",
    "skipQuestionsReason",
    "priorResearchCheck",
    "x",
  );
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue()), (metadata) => {
      const { interview, outcome, other } = readNotes(metadata);
      const shown = [...interview, ...outcome, ...other].map(({ name }) => name);
      expect(new Set(shown).size).toBe(shown.length);
    }),
  );
});
