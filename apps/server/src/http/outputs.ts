import { createHash } from "node:crypto";
import type { Database } from "@trovella/db";
import { AppError, type ErrorCode } from "@trovella/foundation";
import {
  type BundledRecord,
  OUTPUT_FORMATS,
  outputFormat,
  renderChanges,
  renderOutput,
} from "@trovella/research";
import type { Context, Hono } from "hono";
import type { Authentication } from "./authentication/authentication.ts";
import { OUTPUT_PAGE_HEADERS } from "./policy/headers.ts";

export interface OutputOptions extends Pick<Authentication, "downloaderOf"> {
  readonly database: Database;
  /** Seals the record of the plan in archives; null where nothing is sealed. */
  readonly record?: BundledRecord | null;
}

const STATUSES: Partial<Record<ErrorCode, 400 | 404 | 413 | 503>> = {
  INVALID_INPUT: 400,
  NOT_FOUND: 404,
  LIMIT_EXCEEDED: 413,
  UNAVAILABLE: 503,
};

/**
 * Downloads of outputs: `/api/outputs/:id?format=docx`, with `&sources=all` for those it does not cite too, or with
 * `&changesSince=1` for a Word document with the changes since that version.
 */
export function addOutputs(
  app: Hono,
  { database, downloaderOf, record = null }: OutputOptions,
): void {
  app.get("/api/outputs/:id", async (context) => {
    const caller = await downloaderOf(context.req.raw);
    if (!caller.permissions.has("read")) {
      return context.json({ error: "FORBIDDEN", message: "You may not read here." }, 403);
    }
    const word = context.req.query("format");
    const format = word === undefined ? undefined : outputFormat(word);
    if (word !== undefined && !format) return context.json(unknownFormat(), 400);

    const outputId = context.req.param("id");
    const since = context.req.query("changesSince");
    try {
      if (since !== undefined) {
        if (format !== "docx" || !/^[1-9]\d{0,8}$/.test(since)) throw invalidChanges();
        const changes = { outputId, since: Number(since) };
        return answer(context, await renderChanges(database, caller.tenant, changes));
      }
      const withFurther = context.req.query("sources") === "all";
      const request = { outputId, format, withFurther, record };
      return answer(context, await renderOutput(database, caller.tenant, request));
    } catch (error) {
      const status = error instanceof AppError ? STATUSES[error.code] : undefined;
      if (!(error instanceof AppError) || !status) throw error;
      return context.json({ error: error.code, message: error.message }, status);
    }
  });
}

function answer(context: Context, file: Awaited<ReturnType<typeof renderOutput>>): Response {
  const { bytes, contentType, fileName } = file;
  const tag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const isPage = contentType.startsWith("text/html");
  const disposition = isPage ? "inline" : "attachment";
  context.header("Content-Disposition", `${disposition}; filename="${fileName}"`);
  // Cached by the browser only, which revalidates each time.
  context.header("Cache-Control", "private, no-cache");
  context.header("ETag", tag);
  for (const [name, value] of Object.entries(isPage ? OUTPUT_PAGE_HEADERS : {})) {
    context.header(name, value);
  }
  if (matches(context.req.header("if-none-match"), tag)) return context.body(null, 304);
  context.header("Content-Type", contentType);
  context.header("Content-Length", String(bytes.length));
  return context.body(bytes as Uint8Array<ArrayBuffer>);
}

/** Rendering is deterministic, so weak and strong tags are alike. */
function matches(header: string | undefined, tag: string): boolean {
  const tags = (header ?? "").split(",").map((entry) => entry.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}

function invalidChanges(): AppError {
  return new AppError(
    "INVALID_INPUT",
    "Changes come as Word documents, since an older version. Next: ask for format=docx&changesSince=1.",
  );
}

function unknownFormat() {
  const message = `There is no such format. Next: use one of ${OUTPUT_FORMATS.join(", ")}.`;
  return { error: "INVALID_INPUT", message };
}
