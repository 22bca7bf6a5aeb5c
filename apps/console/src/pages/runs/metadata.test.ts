import fc from "fast-check";
import { expect, it } from "vitest";
import { readNotes } from "./metadata.ts";

it("groups conventional metadata", () => {
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
    { name: "researchType", label: "Research type", text: "Decision support" },
    { name: "decisionContext", label: "Decision to support", text: null },
  ]);
  expect(notes.questions).toEqual([{ question: "Where?", answer: "Norway" }]);
  expect(notes.routing.map(({ text }) => text)).toEqual(["deep", "Many questions."]);
  expect(notes.priorResearch).toMatchObject({ found: 2, artifactIds: ["art_1", "art_2"] });
  expect(notes.priorResearch?.facts.map(({ label, text }) => [label, text])).toEqual([
    ["Decision", "Update existing research"],
    ["To update", null],
  ]);
  expect(notes.planDesignRationale).toBe("One step per question.");
  expect(notes.outcome).toMatchObject([{ label: "Steps completed", text: "3" }]);
  expect(notes.other).toEqual([]);
});

it("lists unconventional names and shapes under other", () => {
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

it("takes no text for a code, nor for a property of Object", () => {
  const { interview } = readNotes({ topic: "unique", scope: "constructor", researchType: {} });
  expect(interview.map(({ text }) => text)).toEqual(["unique", "{}", "constructor"]);
});

it("handles missing metadata", () => {
  expect(readNotes(null)).toMatchObject({ interview: [], questions: [], priorResearch: null });
});

it("handles arbitrary metadata, and shows every name once", () => {
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
