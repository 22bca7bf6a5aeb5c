import { source } from "@trovella/testing/deliverables/sample-deliverable";
import { claim, entry } from "@trovella/testing/deliverables/sample-evidence";
import { describe, expect, it } from "vitest";
import { citedClaims, citedRefs, openLedger, splitMarkers } from "./citations.ts";

describe("markers", () => {
  it.each([
    ["a [src:A] b", ["a ", ["A"], " b"]],
    ["[src:A][src:B]", [["A"], ["B"]]],
    ["[src:A, B; src:C]", [["A", "B", "C"]]],
    ["[[src:A]] and [^src:B]", [["A"], " and ", ["B"]]],
    ["[src:7, 9] [src:p-k7q2x9/7]", [["7", "9"], " ", ["p-k7q2x9/7"]]],
    ["[clm:7] [clm:c7, 9; clm:11]", [["clm:7"], " ", ["clm:7", "clm:9", "clm:11"]]],
    ["[[CLM: 7]][^clm:9]", [["clm:7"], ["clm:9"]]],
    ["[src:7, clm:9] [clm:9, src:7]", [["7", "clm:9"], " ", ["clm:9", "7"]]],
    ["no [marker] here", ["no [marker] here"]],
    ["", []],
  ])("are found in %j", (text, parts) => {
    expect(splitMarkers(text)).toEqual(parts);
  });

  it("name every source once, in the order of the text", () => {
    expect(citedRefs("x [src:B, A] y [src:A] [[src:C]]\n[src:B]")).toEqual(["B", "A", "C"]);
  });
});

describe("markers of claims", () => {
  it("are told from those of sources", () => {
    const text = "x [src:B, clm:4] y [clm:7, c9] [clm:7] [clm:abc]";
    expect(citedRefs(text)).toEqual(["B"]);
    expect(citedClaims(text)).toEqual([4, 7, 9]);
  });
});

describe("a ledger", () => {
  const sources = [
    source("src_a", { number: 4, refs: ["4", "src_a"] }),
    source("9", { number: 9 }),
    source("P-k7q2x9/1", { number: 2 }),
  ];

  it("resolves every way of citing a source to its number in the plan", () => {
    const ledger = openLedger(sources);
    const refs = ["9", "4", "src_A", " 4 ", "p-K7Q2x9/1"];
    expect(refs.map((ref) => ledger.cite(ref))).toEqual([9, 4, 4, 4, 2]);
  });

  it("lists the cited sources first, then the others, in the order of their numbers", () => {
    const ledger = openLedger(sources);
    ledger.cite("9");
    ledger.cite("4");
    const listed = ledger.listed().map(({ number, isCited }) => [number, isCited]);
    expect(listed).toEqual([
      [4, true],
      [9, true],
      [2, false],
    ]);
  });

  it("resolves a claim to the sources that have its quotes", () => {
    const refused = entry({ source: 9, verdict: "absent", passage: null });
    const against = entry({ source: 2, stance: "contradicts" });
    const found = claim(7, { evidence: [refused, entry({ source: 4 }), against] });
    const lost = claim(8, {
      status: "unsupported",
      evidence: [refused, entry({ source: 5, passage: null })],
    });
    const ledger = openLedger(sources, [found, lost]);
    expect(ledger.citeClaim("clm:7")).toEqual({ number: 7, sources: [4], isDoubtful: false });
    expect(ledger.citeClaim("clm:8")).toEqual({ number: 8, sources: [9], isDoubtful: true });
    expect(ledger.citeClaim("clm:9")).toBeNull();
    expect(ledger.unknownRefs()).toEqual(["clm:9"]);
    expect(ledger.citedClaims()).toEqual([7, 8]);
    expect(ledger.listed().map(({ number, isCited }) => [number, isCited])).toEqual([
      [4, true],
      [9, true],
      [2, false],
    ]);
  });

  it("remembers references that no source has", () => {
    const ledger = openLedger(sources);
    expect(ledger.cite("X")).toBeNull();
    expect(ledger.unknownRefs()).toEqual(["X"]);
  });
});
