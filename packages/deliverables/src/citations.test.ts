import { source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import { citedIds, openLedger, splitMarkers } from "./citations.ts";

describe("markers", () => {
  it.each([
    ["a [src:A] b", ["a ", ["A"], " b"]],
    ["[src:A][src:B]", [["A"], ["B"]]],
    ["[src:A, B; src:C]", [["A", "B", "C"]]],
    ["[[src:A]] and [^src:B]", [["A"], " and ", ["B"]]],
    ["no [marker] here", ["no [marker] here"]],
    ["", []],
  ])("are found in %j", (text, parts) => {
    expect(splitMarkers(text)).toEqual(parts);
  });

  it("name every source once, in the order of the text", () => {
    expect(citedIds("x [src:B, A] y [src:A] [[src:C]]\n[src:B]")).toEqual(["B", "A", "C"]);
  });
});

describe("a ledger", () => {
  it("numbers sources in the order of their first use and keeps the number", () => {
    const ledger = openLedger([source("A"), source("B"), source("C")]);
    expect(["C", "A", "C", "A"].map((id) => ledger.cite(id))).toEqual([1, 2, 1, 2]);
  });

  it("lists the cited sources first, then the others", () => {
    const ledger = openLedger([source("A"), source("B"), source("C")]);
    ledger.cite("C");
    const listed = ledger.numbered().map(({ id, number, isCited }) => [id, number, isCited]);
    expect(listed).toEqual([
      ["C", 1, true],
      ["A", 2, false],
      ["B", 3, false],
    ]);
  });

  it("remembers ids that no source has", () => {
    const ledger = openLedger([source("A")]);
    expect(ledger.cite("X")).toBeNull();
    expect(ledger.unknownIds()).toEqual(["X"]);
  });
});
