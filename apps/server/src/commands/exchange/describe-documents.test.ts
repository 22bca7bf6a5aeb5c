import { expect, it } from "vitest";
import { describeDocuments } from "./describe-documents.ts";
import { importProgress } from "./import-progress.ts";

const SUMMARY = {
  isDryRun: false,
  files: 1_200,
  imported: { documents: 1_000, references: 20, notes: 1 },
  updated: 2,
  unchanged: 3,
  skippedCount: 120,
  skipped: Array.from({ length: 60 }, (_, index) => ({
    path: `bad\u001b[2J${index}`,
    text: "It is empty.",
  })),
  otherKinds: { files: 4, extensions: [".png"] },
  remarks: [{ path: "latin.txt", text: "It was read as Latin-1." }],
};

it("says what became of the files, and nothing that a terminal obeys", () => {
  const text = describeDocuments(SUMMARY);
  expect(text).toContain("Imported 1,021 items of 1,200 files:\n  documents               1,000\n");
  expect(text).toContain("  bad�[2J0: It is empty.\n");
  expect(text).toContain(
    "  and 70 more\nPlease check:\n  latin.txt: It was read as Latin-1.\n4 files of other kinds left alone (.png).",
  );
  expect(describeDocuments({ ...SUMMARY, isDryRun: true })).toMatch(/^Would import 1,021 items/);
});

it.each([
  [true, ["\r1 of 200 files", "\r2 of 200 files", "\n"]],
  [false, []],
])("shows progress in one line on a terminal: %s", (isTTY, expected) => {
  expect(shown(isTTY, [1, 2])).toEqual(expected);
});

it("shows a line for each tenth elsewhere", () => {
  expect(shown(false, [19, 20, 21, 40, 200])).toEqual([
    "20 of 200 files\n",
    "40 of 200 files\n",
    "200 of 200 files\n",
  ]);
});

function shown(isTTY: boolean, steps: readonly number[]): string[] {
  const written: string[] = [];
  const progress = importProgress({ isTTY, write: (text) => written.push(text) });
  for (const done of steps) progress.show({ done, total: 200 });
  progress.end();
  return written;
}
