import { PageProcesses } from "@trovella/capture";
import type { StorageLimit } from "@trovella/db/memory";
import { isIgnored } from "@trovella/documents";
import { AppError } from "@trovella/foundation";
import {
  type Caller,
  type DocumentImport,
  type ImportFile,
  importDocuments,
  type OnFailure,
  publicError,
} from "@trovella/research";
import type { Context, Env, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ExchangeOptions } from "./exchange.ts";
import { isSameOriginOrProgram } from "./policy/same-origin.ts";

export interface DocumentImportOptions
  extends Pick<
    ExchangeOptions,
    "callerOf" | "database" | "publicOrigin" | "announce" | "onStored"
  > {
  readonly storage: StorageLimit | null;
  readonly onFailure: OnFailure;
}

const MAX_UPLOAD_BYTES = 100 * 1024 * 1024;
const MAX_FILES = 2_000;
/** Each is held in memory. */
const MAX_IMPORTS = 2;

/**
 * `POST /api/import/documents?dryRun=true&plan=p-k7q2x9&tags=a,b`: a form with `paths`, the names as a JSON list, and a `file` for
 * each. The reply is a line of JSON for each step forward, and one with the summary or the error at its end.
 */
export function addDocumentImport(app: Hono, options: DocumentImportOptions): void {
  let imports = 0;
  const guard: MiddlewareHandler<WithCaller> = async (context, next) => {
    if (!isSameOriginOrProgram(context.req.raw, options.publicOrigin))
      return refuse(context, 403, "FORBIDDEN", OWN_PAGES);
    const caller = await options.callerOf(context.req.raw);
    if (!caller.permissions.has("write"))
      return refuse(context, 403, "FORBIDDEN", "You may not write here.");
    if (imports >= MAX_IMPORTS) return refuse(context, 429, "RATE_LIMITED", BUSY);
    context.set("caller", caller);
    return next();
  };
  const limit = bodyLimit({
    maxSize: MAX_UPLOAD_BYTES,
    onError: (context) => refuse(context, 413, "LIMIT_EXCEEDED", TOO_LARGE),
  });
  app.post("/api/import/documents", guard, limit, async (context) => {
    imports += 1;
    const release = () => {
      imports -= 1;
    };
    const files = await uploadedFiles(context).catch(() => null);
    if (files === null || files.length > MAX_FILES) {
      release();
      return refuse(context, 400, "INVALID_INPUT", files === null ? NO_FORM : TOO_MANY);
    }
    const request = {
      files,
      plan: context.req.query("plan") || null,
      tags: (context.req.query("tags") ?? "").split(","),
      isDryRun: context.req.query("dryRun") === "true",
    };
    context.header("Content-Type", "application/x-ndjson");
    context.header("Cache-Control", "no-store");
    return context.body(importLines(options, context.get("caller"), request, release));
  });
}

interface WithCaller extends Env {
  Variables: { caller: Caller };
}

const OWN_PAGES = "Changes are accepted only from this server's own pages.";
const BUSY = "Other imports are running. Try again in a minute.";
const NO_FORM = "This is no form with files. Nothing was imported.";
const TOO_MANY = `These are more than ${MAX_FILES} files. Pack them into a zip file, or import them on the server with \`trovella import\`.`;
const TOO_LARGE =
  "The files are larger than 100 MB together. Import them in parts, or on the server with `trovella import`.";

type Uploaded = Pick<DocumentImport, "files" | "plan" | "tags" | "isDryRun">;

/** It goes on when nobody reads any more: what was sent was meant to be imported. */
function importLines(
  options: DocumentImportOptions,
  caller: Caller,
  uploaded: Uploaded,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOpen = true;
  return new ReadableStream({
    async start(controller) {
      const write = (line: object) => {
        if (isOpen) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      try {
        write({ summary: await importUploaded(options, caller, uploaded, write) });
      } catch (error) {
        const { onFailure } = options;
        const { code, message } = publicError(error, {
          onFailure,
          retry: "import the files again",
        });
        write({ error: code, message });
      } finally {
        onEnd();
        if (isOpen) controller.close();
      }
    },
    cancel() {
      isOpen = false;
    },
  });
}

async function importUploaded(
  { database, storage, announce, onStored }: DocumentImportOptions,
  { tenant, userId }: Caller,
  uploaded: Uploaded,
  onProgress: (line: object) => void,
) {
  const pages = new PageProcesses();
  try {
    const summary = await importDocuments(database, tenant, {
      ...uploaded,
      userId,
      now: new Date(),
      readPage: (page) => pages.read(page),
      checkStorage: () => storage?.check(tenant),
      onProgress,
    });
    if (!uploaded.isDryRun) {
      onStored(tenant);
      announce({ ...tenant, topics: ["plan"] });
    }
    return summary;
  } finally {
    pages.close();
  }
}

async function uploadedFiles(context: Context): Promise<ImportFile[]> {
  const form = await context.req.formData();
  const paths: unknown = JSON.parse(String(form.get("paths") ?? "[]"));
  const files = form.getAll("file").filter((value) => typeof value !== "string");
  if (files.length === 0 || !Array.isArray(paths)) throw new AppError("INVALID_INPUT", NO_FORM);
  return files.flatMap((file, index) => {
    const path = shownPath(typeof paths[index] === "string" ? paths[index] : file.name);
    if (isIgnored(path.slice(path.indexOf("/") + 1))) return [];
    return [{ path, bytes: file.size, read: async () => new Uint8Array(await file.arrayBuffer()) }];
  });
}

/** A path is only a name here; it is shown and compared, and nothing is opened by it. */
function shownPath(given: string): string {
  const parts = given.slice(0, 2_000).replaceAll("\\", "/").split("/");
  return parts.filter((part) => !["", ".", ".."].includes(part)).join("/") || "file";
}

function refuse(
  context: Context,
  status: 400 | 403 | 413 | 429,
  error: string,
  message: string,
): Response {
  return context.json({ error, message }, status);
}
