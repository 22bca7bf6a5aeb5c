import { createHash } from "node:crypto";
import { newId, openDatabase, withTenantContext } from "@trovella/db";
import { saveCaptures } from "@trovella/db/evidence";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import { DEEP, type Finding } from "./texts.ts";

const FILLER = "Further figures and tables follow in the annex of this page. ".repeat(30);

/**
 * Stores the pages that the deep research cites as if the server had read them before, since no test reaches the internet.
 * Each has its quote and what the finding says.
 */
export async function capturePages(dataDirectory: string): Promise<void> {
  const database = await openDatabase({ dataDirectory });
  try {
    await withTenantContext(
      database,
      { organizationId: LOCAL_ORGANIZATION_ID },
      async (context) => {
        const findings = [
          ...Object.values(DEEP.steps).flatMap(({ findings = [] }) => findings),
          ...DEEP.checkpoint.findings,
        ];
        await saveCaptures(context, findings.flatMap(pagesOf));
      },
    );
  } finally {
    await database.close();
  }
}

function pagesOf({ content, sources }: Finding) {
  return sources.map(({ url, quote }) => {
    const text = `${quote} ${content.replace(/ ?\{[^}]*\}/g, "")} ${FILLER}`;
    return {
      id: newId("capture"),
      key: `url:${url.replace(/^https?:\/\/(www\.)?/, "")}`,
      url,
      finalUrl: url,
      capturedBy: "server" as const,
      httpStatus: 200,
      contentType: "text/html",
      fetchedAt: new Date(),
      bytesSha256: null,
      textSha256: createHash("sha256").update(text).digest("hex"),
      text,
      words: text.split(/\s+/).length,
      language: "en",
      extractor: "recorded",
      failure: null,
    };
  });
}
