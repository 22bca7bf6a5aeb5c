import type { ListedSource, PlanArtifact } from "@trovella/db/memory";
import type { Plan } from "@trovella/plan-engine";
import type { ResearchMaterial } from "@trovella/research";
import { planOf } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { closingPack, MAX_PACK } from "./closing-pack.ts";

const SENTENCES = [
  "Sales of heat pumps fell by 7 % in 2025 after three years of growth.",
  "The regulator expects prices to stay flat until the end of the decade.",
  "Two field studies with 312 houses measured an average efficiency of 3.1.",
  "Installers name permits, not parts, as the main reason for delays.",
  "Older houses need larger radiators, which adds a tenth to the costs.",
  "Subsidies cover up to 40 %, but only half of all owners apply for them.",
];
const text = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => SENTENCES[(from + index) % SENTENCES.length]).join(
    " ",
  );

describe("the pack of a closing step", () => {
  it("has nearly the same size however long the research was, at most 12,000 bytes", () => {
    const sizes = [5, 50, 200].map((steps) => Buffer.byteLength(packOf(steps)));
    process.stdout.write(`closing pack at 5, 50, 200 steps: ${sizes.join(", ")} bytes\n`);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PACK);
    expect(Math.min(...sizes)).toBeGreaterThan(0.9 * Math.max(...sizes));
  });

  it("holds the question, steps, findings, gaps, what is not done, and sources", () => {
    const pack = packOf(5);
    expect(pack).toMatch(
      /^Question: Is tea good\?\n\nCompleted steps, 4 of 5:\ns1 search \(confidence/,
    );
    expect(pack).toMatch(/\nKey findings:\na\d+ Finding \d+: .* \[src:\d+(, \d+)*\]\n/);
    expect(pack).toMatch(/\nGaps and open questions:\ns1: no figures for 2026\n/);
    expect(pack).toMatch(/\nNot done:\ns5 search, not begun.*: Find sources\.\n/);
    expect(pack).toMatch(/\nSources, cited as \[src:7\]:\n1 Report 1 \(www1\.example\.org\)\n/);
  });

  it("keeps whole lines and says how many it left out", () => {
    const pack = packOf(200);
    expect(pack).toMatch(/\(\d+ more steps \(get_research_context\) left out\)/);
    expect(pack).toMatch(/\(\d+ more findings \(get_research_context\) left out\)/);
    expect(pack).toMatch(/\(\d+ more sources left out\)/);
    const lines = pack.split("\n").filter((line) => /^s\d+ search \(/.test(line));
    expect(lines.every((line) => /[.…]$/.test(line))).toBe(true);
  });

  it("prefers conclusions and what is surest", () => {
    const { plan, material, sources } = research(200);
    const [first, ...others] = material.artifacts;
    const synthesis = {
      ...first,
      title: "The synthesis",
      artifactType: "synthesis",
    } as PlanArtifact;
    const artifacts = [...others, synthesis];
    expect(closingPack(plan, { ...material, artifacts }, sources)).toContain("The synthesis");
  });

  it("stays within its limit as JSON, whatever characters the texts have", () => {
    const hostile = '\u202e\u0000\ud800"\\\n\u200b😀'.repeat(2_000);
    const { plan, material, sources } = research(200);
    const artifacts = material.artifacts.map((artifact) => ({
      ...artifact,
      title: hostile.slice(0, 300),
      summary: null,
    }));
    const artifactTexts = new Map(artifacts.map(({ id }) => [id, hostile.slice(0, 1_600)]));
    const pack = closingPack(
      { ...plan, researchQuestion: hostile },
      { ...material, artifacts, artifactTexts },
      sources.map((source) => ({ ...source, title: hostile.slice(0, 300), url: hostile })),
    );
    expect(JSON.stringify(pack).length).toBeLessThanOrEqual(MAX_PACK + 2);
  });

  it("is short when little is stored", () => {
    const plan = planOf(2);
    const nothing: ResearchMaterial = {
      artifacts: [],
      artifactTexts: new Map(),
      resultTexts: new Map(),
      gaps: [],
      knownRefs: new Set(),
    };
    expect(closingPack(plan, nothing, [])).toBe(
      "Question: Is tea good?\n\nNot done:\ns1 search, not begun: Find sources.\ns2 search, not begun: Find sources.",
    );
  });
});

function packOf(steps: number): string {
  const { plan, material, sources } = research(steps);
  return closingPack(plan, material, sources);
}

/** A plan whose last step is open, with four findings of two sources each per completed step. */
function research(count: number): {
  plan: Plan;
  material: ResearchMaterial;
  sources: ListedSource[];
} {
  const open = planOf(Math.min(count, 50));
  const [template] = open.steps;
  const steps = Array.from({ length: count }, (_, index) => ({
    ...template,
    id: `step-${index + 1}`,
    number: index + 1,
    order: index + 1,
    ...(index === count - 1
      ? {}
      : {
          status: "completed" as const,
          resultSummary: text(index, 3),
          confidence: 0.5 + (index % 5) / 10,
        }),
  })) as unknown as Plan["steps"];
  const artifacts = Array.from(
    { length: Math.min(200, 4 * (count - 1)) },
    (_, index): PlanArtifact => {
      const number = 4 * (count - 1) - index;
      return {
        id: `artifact-${number}`,
        number,
        stepId: `step-${Math.ceil(number / 4)}`,
        artifactType: "finding",
        title: `Finding ${number}`,
        summary: text(number, 2),
        confidence: 0.6 + (index % 4) / 10,
        createdAt: new Date(0),
        characters: 900,
        sources: [2 * number - 1, 2 * number].map((ref) => ({ ref, title: `Report ${ref}` })),
        sourceCount: 2,
      };
    },
  );
  const sources = Array.from({ length: Math.min(300, 8 * (count - 1)) }, (_, index) => ({
    number: index + 1,
    title: `Report ${index + 1}`,
    url: `https://www${index + 1}.example.org/reports/${index + 1}.html`,
    doi: null,
  }));
  const material: ResearchMaterial = {
    artifacts,
    artifactTexts: new Map(artifacts.map(({ id }, index) => [id, text(index, 13)])),
    resultTexts: new Map(),
    gaps: steps.slice(0, -1).map(({ id }) => ({ stepId: id, text: "no figures for 2026" })),
    knownRefs: new Set(),
  };
  return { plan: { ...open, steps }, material, sources };
}
