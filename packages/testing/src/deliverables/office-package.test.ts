import { strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { renderDeliverable } from "../../../deliverables/src/render-deliverable.ts";
import { assertOfficePackage, packageProblems } from "./office-package.ts";
import { SAMPLE } from "./sample-deliverable.ts";

describe("an Office package", () => {
  it("has no problems as a Word document", async () => {
    const { bytes } = await renderDeliverable(SAMPLE, "docx");
    expect(packageProblems(bytes)).toEqual([]);
    await assertOfficePackage(bytes);
  }, 30_000);

  it("is refused with a type without a part, a target that is missing, and a part that nothing leads to", async () => {
    const files = unzipSync((await renderDeliverable(SAMPLE, "docx")).bytes);
    const { "word/styles.xml": _, ...others } = files;
    const broken = zipSync({ ...others, "word/left.xml": strToU8("<x/>") });
    expect(packageProblems(broken)).toEqual([
      "No part is named word/styles.xml.",
      "word/document.xml refers to word/styles.xml, which does not exist.",
      "Nothing refers to word/left.xml.",
    ]);
  }, 30_000);

  it("is refused with what the schemas forbid", async () => {
    const files = unzipSync((await renderDeliverable(SAMPLE, "docx")).bytes);
    const wrong = new TextDecoder()
      .decode(files["word/styles.xml"])
      .replace("<w:docDefaults>", "<w:nonsense/><w:docDefaults>");
    const broken = zipSync({ ...files, "word/styles.xml": strToU8(wrong) });
    await expect(assertOfficePackage(broken)).rejects.toThrow("nonsense");
  }, 30_000);
});
