import { partsOf } from "@trovella/testing/deliverables/read-back";
import {
  createPlan,
  createTestServer,
  itemIdOf,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { renderChanges } from "./render-changes.ts";

const TENANT = { organizationId: "org_a" };

let server: TestServer;
let newest: string;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  const { planId } = await createPlan(server, 1);
  await storeOutput(planId, "The cost is low.");
  newest = await storeOutput(planId, "The cost is high.");
});
afterAll(() => server.close());

describe("what changed since an older version", () => {
  it("is a Word document with tracked changes", async () => {
    const { bytes, fileName, contentType } = await changesSince(1);
    const xml = partsOf(bytes)["word/document.xml"] ?? "";
    expect(fileName).toBe("report-v2-changes-since-v1.docx");
    expect(contentType).toContain("wordprocessingml.document");
    expect(xml).toMatch(/<w:delText[^>]*>low</);
    expect(xml).toContain('w:author="Trovella, version 2"');
  });

  it.each([
    [2, /Version 2 is not older than version 2\. Next: name a version below 2\./],
    [7, /Version 7 is not older than version 2/],
  ])("is refused since version %s", async (since, message) => {
    await expect(changesSince(since)).rejects.toThrow(message);
  });

  it("is not known of an output of others", async () => {
    const request = { outputId: "out_unknown", since: 1 };
    await expect(renderChanges(server.test.database, TENANT, request)).rejects.toThrow(
      /There is no such output/,
    );
  });
});

function changesSince(since: number) {
  return renderChanges(server.test.database, TENANT, { outputId: newest, since });
}

async function storeOutput(planId: string, content: string): Promise<string> {
  const input = { planId, title: "Report", mediaType: "markdown", content };
  const { outputId } = await server.call("store_research_output", input);
  return itemIdOf(server, planId, outputId);
}
