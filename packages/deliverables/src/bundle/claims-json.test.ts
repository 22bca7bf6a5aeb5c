import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import {
  claim,
  entry,
  evidence,
  SAMPLE_WITH_CLAIMS,
} from "@trovella/testing/deliverables/sample-evidence";
import { describe, expect, it } from "vitest";
import type { DocumentClaim } from "../deliverable.ts";
import { claimsJson } from "./claims-json.ts";

const itemsOf = (claims: readonly DocumentClaim[]) =>
  JSON.parse(claimsJson({ ...SAMPLE, evidence: evidence(claims) })).items;

describe("claims as annotations", () => {
  it("have the claim as body and the words of the source as target", () => {
    const found = entry({ start: 56, end: 100 });
    const [item] = itemsOf([claim(7, { isKey: true, evidence: [found] })]);
    expect(item).toMatchObject({
      id: "#claim-7-1",
      type: "Annotation",
      motivation: "linking",
      body: {
        type: "TextualBody",
        value: "The mean seasonal performance factor was 3.1.",
        "trovella:status": "supported",
      },
      target: {
        type: "SpecificResource",
        source: "https://example.org/field-study?year=2024&lang=en",
        state: {
          type: "TimeState",
          sourceDate: "2026-03-02T08:15:00.000Z",
          cached: "captures/1-0123456789ab.txt",
        },
        selector: [
          {
            type: "TextQuoteSelector",
            exact: found.passage,
            prefix: found.prefix,
            suffix: found.suffix,
          },
          { type: "TextPositionSelector", start: 56, end: 100 },
        ],
      },
    });
  });

  it("select nothing where the quote was not found or its place is not known", () => {
    const [absent, placeless] = itemsOf([
      claim(1, { evidence: [entry({ verdict: "absent", passage: null, start: 3, end: 9 })] }),
      claim(2),
    ]);
    expect(absent.target.selector).toBeUndefined();
    expect(absent["trovella:quoteAsGiven"]).toBe("the mean seasonal performance factor was 3.1");
    expect(placeless.target.selector).toHaveLength(1);
  });

  it("question a claim where a source says the contrary", () => {
    const [item] = itemsOf([claim(1, { evidence: [entry({ stance: "contradicts" })] })]);
    expect(item.motivation).toBe("questioning");
  });

  it("name no address that must not be linked", () => {
    const [hostile, unknown] = itemsOf([
      claim(1, { evidence: [entry({ url: "javascript:alert(1)" })] }),
      claim(2, { evidence: [entry({ source: 99, url: null })] }),
    ]);
    // The source itself has an address.
    expect(hostile.target.source).toBe("https://example.org/field-study?year=2024&lang=en");
    expect(unknown.target.source).toBe("#source-99");
  });

  it("are one for each quote, and one for a claim without any", () => {
    const page = JSON.parse(claimsJson(SAMPLE_WITH_CLAIMS));
    expect(page.type).toBe("AnnotationPage");
    expect(page["@context"][0]).toBe("http://www.w3.org/ns/anno.jsonld");
    expect(page.items.map(({ id }: { id: string }) => id)).toEqual([
      "#claim-1-1",
      "#claim-2-1",
      "#claim-3-1",
      "#claim-4-1",
      "#claim-5-0",
    ]);
    expect(page.items[4].target).toBe("./");
  });
});
