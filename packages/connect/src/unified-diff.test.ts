import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

describe("unifiedDiff", () => {
  it("shows what changes with three lines around it", () => {
    const before = "a\nb\nc\nd\ne\nf\ng\nh\n";
    expect(unifiedDiff("/f", before, before.replace("e\n", "E\nE2\n"))).toBe(
      "--- /f\n+++ /f\n@@ -2,7 +2,8 @@\n b\n c\n d\n-e\n+E\n+E2\n f\n g\n h",
    );
  });

  it("shows distant changes apart, without the lines between them", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index}`);
    const changed = lines.with(1, "x").with(18, "y");
    const diff = unifiedDiff("/f", lines.join("\n"), changed.join("\n"));
    expect(diff.match(/^@@.*/gm)).toEqual(["@@ -1,5 +1,5 @@", "@@ -16,5 +16,5 @@"]);
    expect(diff).not.toMatch(/^ 9$/m);
  });

  it("shows a new file and a removed one", () => {
    expect(unifiedDiff("/f", null, "a\n")).toBe("--- /dev/null\n+++ /f\n@@ -0,0 +1,1 @@\n+a");
    expect(unifiedDiff("/f", "a\n", null)).toBe("--- /f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a");
  });

  it("does not show line endings or a missing last one", () => {
    expect(unifiedDiff("/f", "a\r\nb", "a\r\nc\r\n")).toBe(
      "--- /f\n+++ /f\n@@ -1,2 +1,2 @@\n a\n-b\n+c",
    );
  });

  it("cuts a long line down to what differs in it", () => {
    const rest = `"other":{"command":"${"x ".repeat(200)}"}`;
    const diff = unifiedDiff("/f", `{"s":{${rest}}}`, `{"s":{${rest},"trovella":{}}}`);
    expect(diff).toBe('--- /f\n+++ /f\n@@ -1,1 +1,1 @@\n-……\n+…,"trovella":{}…');
  });

  it("copes with lines of megabytes, in a change and beside it", () => {
    const long = "x".repeat(20_000_000);
    const diff = unifiedDiff(
      "/f",
      `"a": "${long}"\n"b": "${long}"`,
      `"a": "${long}"\n"b": "${long}",`,
    );
    expect(diff).toContain("+…,…");
    expect(diff.length).toBeLessThan(2000);
  });

  it("masks before it cuts, so that a name cannot be cut off from its secret", () => {
    const pad = "x ".repeat(100);
    const diff = unifiedDiff("/f", `{"${pad}":1,"token":"hunter2"}`, `{"${pad}":1,"type":"stdio"}`);
    expect(diff).toMatch(/^\+….*stdio/m);
    expect(diff).not.toContain("hunter2");
  });

  it("masks secrets in lines that change and in lines around them", () => {
    const before = '{\n  "apiKey": "hunter2",\n  "token": "hunter2"\n}\n';
    const after = before.replace('hunter2"\n', 'hunter2",\n  "b": 1\n');
    const diff = unifiedDiff("/f", before, after);
    expect(diff).not.toContain("hunter2");
    expect(diff).toContain('+  "b": 1');
  });

  it("says so when there is too much to compare", () => {
    const text = (line: string) => Array.from({ length: 3000 }, (_, at) => line + at).join("\n");
    expect(unifiedDiff("/f", text("a"), text("b"))).toMatch(/too large/);
  });

  it("lists exactly the lines of both texts", () => {
    const texts = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, (old, now) => {
        const body = unifiedDiff("/f", old.join("\n"), now.join("\n")).split("\n").slice(2);
        const side = (marks: string) =>
          body.filter((line) => marks.includes(line[0] ?? "")).map((line) => line.slice(1));
        const headers = body
          .filter((line) => line.startsWith("@@"))
          .map((line) => line.match(/\d+/g)?.map(Number) ?? []);
        for (const [index, [start = 0, size = 0]] of headers.entries()) {
          const earlier = headers.slice(0, index).reduce((sum, [, length = 0]) => sum + length, 0);
          if (size > 0)
            expect(side(" -").slice(earlier, earlier + size)).toEqual(
              old.slice(start - 1, start - 1 + size),
            );
        }
        expect(side("+").length - side("-").length).toBe(now.length - old.length);
      }),
    );
  });
});
