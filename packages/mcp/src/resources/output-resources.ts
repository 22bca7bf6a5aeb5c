import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { TenantContext } from "@trovella/db";
import { listOutputs } from "@trovella/db/memory";
import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { renderOutput } from "@trovella/research";
import type { Services } from "../services.ts";
import { showInvisible } from "../text/show-invisible.ts";

const OUTPUT = "trovella://outputs/";
const MAX_LISTED = 20;
const MARKDOWN_TYPE = "text/markdown";

export const OUTPUT_TEMPLATE = {
  uriTemplate: `${OUTPUT}{outputId}`,
  name: "output",
  title: "Research output",
  description: "A stored output as Markdown, with its sources listed at the end",
  mimeType: MARKDOWN_TYPE,
};

export function isOutputUri(uri: string): boolean {
  return uri.startsWith(OUTPUT);
}

export async function listOutputResources(context: TenantContext) {
  const outputs = await listOutputs(context, { planId: null, limit: MAX_LISTED });
  return outputs.map(({ id, version }) => ({
    uri: OUTPUT + id,
    name: id,
    title: "Research output",
    description: `Version ${version} of the output of a plan`,
    mimeType: MARKDOWN_TYPE,
  }));
}

/** The output with every citation resolved to its source. */
export async function readOutputResource({ database }: Services, { tenant }: Caller, uri: string) {
  const outputId = uri.slice(OUTPUT.length);
  const file = await renderOutput(database, tenant, { outputId, format: "markdown" }).catch(
    (error) => {
      if (!(error instanceof AppError)) throw error;
      if (error.code === "NOT_FOUND") throw new ResourceNotFoundError(uri.slice(0, 300));
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message);
    },
  );
  const text = new TextDecoder().decode(file.bytes);
  return { contents: [{ uri, mimeType: MARKDOWN_TYPE, text: showInvisible(text, text) }] };
}
