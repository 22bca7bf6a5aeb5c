import { expect, it } from "vitest";
import { type Capability, type ClientReport, type Finding, failuresOf } from "./capabilities.ts";
import { tableOf, withTable } from "./table.ts";

const REPORT: ClientReport = {
  name: "Some client",
  version: "1.2.3",
  lacks: ["list"],
  findings: new Map<Capability, Finding>([
    ["connect", true],
    ["undo", "the file is not what it was"],
  ]),
  remarks: [],
};

it("shows what holds, what does not, and what the client lacks", () => {
  const table = tableOf([REPORT]);
  expect(table).toMatch(/\| version +\| 1\.2\.3 +\|/);
  expect(table).toMatch(/\| `connect --write` +\| yes +\|/);
  expect(table).toMatch(/\| `--undo` to the byte +\| \*\*NO\*\* +\|/);
  expect(table).toMatch(/\| its own list +\| – +\|/);
});

it("names everything that does not hold", () => {
  expect(failuresOf([REPORT])).toEqual([
    "Some client: `--undo` to the byte: the file is not what it was",
  ]);
});

it("replaces the table of a page and nothing else", () => {
  const page = "before\n<!-- clients: begin -->\nold\n<!-- clients: end -->\nafter\n";
  const written = withTable(page, "new");
  expect(written).toBe("before\n<!-- clients: begin -->\n\nnew\n\n<!-- clients: end -->\nafter\n");
  expect(withTable(written, "new")).toBe(written);
  expect(() => withTable("nothing", "new")).toThrow("lacks");
});
