import { SAMPLE_WITH_CLAIMS } from "@trovella/testing/deliverables/sample-evidence";
import { describe, expect, it } from "vitest";
import { type Crate, roCrateMetadata } from "./ro-crate-metadata.ts";

type Entity = Record<string, unknown> & { "@id": string; "@type": string };

const CRATE: Crate = {
  deliverable: SAMPLE_WITH_CLAIMS,
  files: [{ path: "a b.md", contentType: "text/markdown; charset=utf-8", bytes: 3, sha256: "ff" }],
  steps: [
    {
      id: "stp_1",
      name: "Search",
      startedAt: new Date("2026-03-01T10:00:00Z"),
      endedAt: null,
      agent: "Claude Code",
    },
  ],
  decisions: [
    {
      id: "rev_1",
      decision: "approved",
      by: "Ann <ann@example.org>",
      at: new Date("2026-03-02T10:00:00Z"),
      note: "Fine.",
      stepId: "stp_1",
    },
  ],
};

const { "@context": context, "@graph": graph }: { "@context": string; "@graph": Entity[] } =
  JSON.parse(roCrateMetadata(CRATE));
const ofType = (type: string) => graph.filter((one) => one["@type"] === type);
const byId = (id: string) => graph.find((one) => one["@id"] === id);

describe("the metadata of a crate", () => {
  it("describes itself and the root", () => {
    expect(context).toBe("https://w3id.org/ro/crate/1.3/context");
    expect(byId("ro-crate-metadata.json")).toMatchObject({
      "@type": "CreativeWork",
      conformsTo: { "@id": "https://w3id.org/ro/crate/1.3" },
      about: { "@id": "./" },
    });
    expect(byId("./")).toMatchObject({
      "@type": "Dataset",
      name: SAMPLE_WITH_CLAIMS.title,
      description: SAMPLE_WITH_CLAIMS.researchQuestion,
      datePublished: "2026-03-04T10:20:30.000Z",
      creativeWorkStatus: "final",
      hasPart: [{ "@id": "a%20b.md" }],
    });
    expect(byId("a%20b.md")).toMatchObject({ "@type": "File", encodingFormat: "text/markdown" });
  });

  it("has the claims with the quotations they are based on, and their sources", () => {
    expect(ofType("Claim")).toHaveLength(5);
    expect(byId("#claim-1")).toMatchObject({ isBasedOn: [{ "@id": "#claim-1-quotation-1" }] });
    expect(byId("#claim-2")).not.toHaveProperty("isBasedOn");
    expect(byId("#claim-1-quotation-1")).toMatchObject({
      "@type": "Quotation",
      text: "the mean seasonal performance factor was 3.1",
      isPartOf: { "@id": "#source-1" },
    });
    expect(ofType("Quotation")).toHaveLength(3);
  });

  it("has an action for every step and every decision", () => {
    expect(ofType("CreateAction")).toEqual([
      expect.objectContaining({
        "@id": "#step-stp_1",
        name: "Search",
        agent: { "@id": "#program-Claude%20Code" },
        startTime: "2026-03-01T10:00:00.000Z",
      }),
    ]);
    expect(ofType("ReviewAction")).toEqual([
      expect.objectContaining({
        name: "approved",
        agent: { "@id": "#person-Ann%20%3Cann%40example.org%3E" },
        object: { "@id": "#step-stp_1" },
        description: "Fine.",
      }),
    ]);
  });

  it("is flat: every reference leads to an entity of the crate, and every entity has its own id", () => {
    const ids = graph.map((one) => one["@id"]);
    expect(new Set(ids).size).toBe(ids.length);
    const references = JSON.stringify(graph.map(({ "@id": _, ...rest }) => rest)).matchAll(
      /\{"@id":"([^"]*)"\}/g,
    );
    const targets = [...references].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((id) => !ids.includes(id ?? "") && !id?.startsWith("https:"))).toEqual(
      [],
    );
  });
});
