import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";

interface TestFile {
  status: string;
  assertionResults: { status: string; fullName: string }[];
}

const {
  countTests,
}: {
  countTests(
    report: { testResults: TestFile[] },
    exitCode: number,
  ): { passed: number; failed: number; skipped: number };
} = createRequire(import.meta.url)("./count-tests.cjs");

describe("the totals of a Vitest run", () => {
  it("adds up the tests of all files", () => {
    const report = { testResults: [file("passed", "passed", "skipped"), file("passed", "todo")] };
    expect(countTests(report, 0)).toMatchObject({ passed: 1, failed: 0, skipped: 2 });
  });

  it("counts failed tests one by one", () => {
    const report = { testResults: [file("failed", "failed", "failed", "passed")] };
    expect(countTests(report, 1)).toMatchObject({ passed: 1, failed: 2, skipped: 0 });
  });

  it("counts a file that could not be loaded as failed", () => {
    const report = { testResults: [file("failed"), file("passed", "passed")] };
    expect(countTests(report, 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  it("counts an error outside any test as failed", () => {
    expect(countTests({ testResults: [file("passed", "passed")] }, 1)).toMatchObject({ failed: 1 });
  });

  it.each([[[]], [[file("passed", "skipped")]]])(
    "counts a run in which no test ran as failed",
    (testResults) => {
      expect(countTests({ testResults }, 0)).toMatchObject({ passed: 0, failed: 1 });
    },
  );
});

function file(status: string, ...tests: string[]): TestFile {
  return {
    status,
    assertionResults: tests.map((test) => ({ status: test, fullName: `a ${test} test` })),
  };
}
