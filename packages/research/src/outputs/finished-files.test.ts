import { DEMO } from "@trovella/testing/deliverables/documents/demo";
import { expect, it } from "vitest";
import { finishedFile } from "./finished-files.ts";

it("renders a file once, and again when anything that it is made of differs", async () => {
  const wanted = { format: "markdown", organizationId: "org_a" } as const;
  const first = await finishedFile(DEMO, wanted);
  expect(await finishedFile({ ...DEMO }, wanted)).toBe(first);
  expect(await finishedFile(DEMO, { ...wanted, organizationId: "org_b" })).not.toBe(first);
  const other = await finishedFile({ ...DEMO, title: "Another title" }, wanted);
  expect(Buffer.from(other.bytes).toString()).toContain("Another title");
});
