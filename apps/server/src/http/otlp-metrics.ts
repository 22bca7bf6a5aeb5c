import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Database } from "@trovella/db";
import type { Change } from "@trovella/db/changes";
import { type Caller, readOtlpUsage, recordClientUsage } from "@trovella/research";
import type { Context, Env, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Authentication } from "./authentication/authentication.ts";

export interface OtlpOptions extends Pick<Authentication, "callerOf"> {
  readonly database: Database;
  announce(change: Change): void;
}

interface WithCaller extends Env {
  Variables: { caller: Caller };
}

/** Codex sends three quarters of a megabyte after a short run: its histograms name all their buckets. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const unzip = promisify(gunzip);

/** Receives the metrics of AI clients at `/v1/metrics` (OTLP/HTTP with JSON), and counts their tokens for the plans they work on. */
export function addOtlpMetrics(app: Hono, options: OtlpOptions): void {
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });
  const authenticated = authenticate(options);
  for (const path of IGNORED_PATHS) {
    app.post(path, authenticated, (context) => context.json({}));
  }
  app.post("/v1/metrics", authenticated, requireJson, limit, async (context) => {
    const bytes = Buffer.from(await context.req.arrayBuffer());
    const isZipped = context.req.header("content-encoding") === "gzip";
    const json = isZipped ? await unzipped(bytes) : bytes;
    if (json === null) return tooLarge(context);
    const body = parse(json);
    if (body === undefined) return refuse(context, 400, "INVALID_INPUT", "The body is not JSON.");

    const caller = context.get("caller");
    const { database, announce } = options;
    const scope = { database, caller, now: new Date() };
    const stored = await recordClientUsage(scope, readOtlpUsage(body));
    if (stored > 0) announce({ ...caller.tenant, topics: ["plan"] });
    // Also for what is not understood: an exporter would only send it again.
    return context.json({});
  });
}

/** Gemini CLI sends logs and traces to where its metrics go, and complains when nobody takes them. Their bodies are not read. */
const IGNORED_PATHS = ["/v1/logs", "/v1/traces"];

/** Programs only: a browser's session does not count. */
function authenticate({ callerOf }: OtlpOptions): MiddlewareHandler<WithCaller> {
  return async (context, next) => {
    const caller = await callerOf(context.req.raw);
    if (!caller.permissions.has("write") || caller.browserSessionId !== null) {
      const message = "Usage needs a token with the right to write.";
      return refuse(context, 403, "FORBIDDEN", message);
    }
    context.set("caller", caller);
    return next();
  };
}

const requireJson: MiddlewareHandler = async (context, next) => {
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    const message =
      "Metrics are read as JSON only. Next: set OTEL_EXPORTER_OTLP_PROTOCOL=http/json.";
    return refuse(context, 415, "UNSUPPORTED_MEDIA_TYPE", message);
  }
  const encoding = context.req.header("content-encoding") ?? "identity";
  if (!["identity", "gzip"].includes(encoding)) {
    const message = "Only gzip is unpacked. Next: set OTEL_EXPORTER_OTLP_COMPRESSION=gzip or none.";
    return refuse(context, 415, "UNSUPPORTED_MEDIA_TYPE", message);
  }
  return next();
};

/** Null when it would be too large. Bytes that are no gzip stay as they are, and are no JSON either. */
async function unzipped(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await unzip(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ERR_BUFFER_TOO_LARGE" ? null : bytes;
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

function tooLarge(context: Context): Response {
  const message = `The metrics are larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB. Next: export them more often.`;
  return refuse(context, 413, "LIMIT_EXCEEDED", message);
}

function refuse(
  context: Context,
  status: 400 | 403 | 413 | 415,
  error: string,
  message: string,
): Response {
  return context.json({ error, message }, status);
}
