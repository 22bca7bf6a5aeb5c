import type { Database, Tenant } from "@trovella/db";
import type { Change } from "@trovella/db/changes";
import { AppError, type ErrorCode } from "@trovella/foundation";
import {
  type Archive,
  type BundledRecord,
  type Caller,
  exportArchive,
  importArchive,
} from "@trovella/research";
import type { Context, Env, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Authentication } from "./authentication/authentication.ts";
import { isSameOriginOrProgram } from "./policy/same-origin.ts";

export interface ExchangeOptions extends Pick<Authentication, "callerOf"> {
  readonly database: Database;
  readonly publicOrigin: string | null;
  /** In local mode the one user may do everything. */
  readonly isTeam: boolean;
  /** The public name of this server, for the archives it makes. */
  readonly server: string;
  /** Seals the records in archives; null where nothing is sealed. */
  readonly record: BundledRecord | null;
  announce(change: Change): void;
  /** Notified when something searchable was stored. */
  onStored(tenant: Tenant): void;
}

const MAX_IMPORT_BYTES = 100 * 1024 * 1024;
/** Each is held in memory. */
const MAX_IMPORTS = 2;

const STATUSES: Partial<Record<ErrorCode, 400 | 403 | 404 | 413 | 503>> = {
  INVALID_INPUT: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  LIMIT_EXCEEDED: 413,
  UNAVAILABLE: 503,
};

/** `GET /api/export?plan=p-k7q2x9`, without a plan of the whole organization; `POST /api/import` with the archive as its body. */
export function addExchange(app: Hono, options: ExchangeOptions): void {
  const { database, callerOf, publicOrigin, server, record } = options;
  let imports = 0;

  app.get("/api/export", async (context) => {
    const caller = await callerOf(context.req.raw);
    const plan = context.req.query("plan") ?? null;
    if (!caller.permissions.has("read"))
      return refuse(context, 403, "FORBIDDEN", "You may not read here.");
    if (plan === null && !isAdmin(caller, options))
      return refuse(context, 403, "FORBIDDEN", ADMINS_EXPORT);
    return answering(context, async () => {
      const request = { plan, server, record, now: new Date() };
      return download(context, await exportArchive(database, caller.tenant, request));
    });
  });

  const limit = bodyLimit({
    maxSize: MAX_IMPORT_BYTES,
    onError: (context) => refuse(context, 413, "LIMIT_EXCEEDED", TOO_LARGE),
  });
  const guard: MiddlewareHandler<WithCaller> = async (context, next) => {
    if (!isSameOriginOrProgram(context.req.raw, publicOrigin)) {
      return refuse(context, 403, "FORBIDDEN", OWN_PAGES);
    }
    const caller = await callerOf(context.req.raw);
    if (!caller.permissions.has("write")) {
      return refuse(context, 403, "FORBIDDEN", "You may not write here.");
    }
    if (!caller.isPerson || !isAdmin(caller, options)) {
      return refuse(context, 403, "FORBIDDEN", ADMINS_IMPORT);
    }
    if (imports >= MAX_IMPORTS) return refuse(context, 429, "RATE_LIMITED", BUSY);
    context.set("caller", caller);
    imports += 1;
    try {
      return await next();
    } finally {
      imports -= 1;
    }
  };
  app.post("/api/import", guard, limit, (context) =>
    answering(context, async () => {
      const caller = context.get("caller");
      const bytes = new Uint8Array(await context.req.arrayBuffer());
      const isDryRun = context.req.query("dryRun") === "true";
      const request = { bytes, userId: caller.userId, isDryRun, now: new Date() };
      const summary = await importArchive(database, caller.tenant, request);
      if (!isDryRun && summary.imported.length > 0) {
        options.onStored(caller.tenant);
        options.announce({ ...caller.tenant, topics: ["plan", "review"] });
      }
      return context.json(summary);
    }),
  );
}

interface WithCaller extends Env {
  Variables: { caller: Caller };
}

const OWN_PAGES = "Changes are accepted only from this server's own pages.";
const BUSY = "Other imports are running. Next: try again in a minute.";
const ADMINS_EXPORT =
  "Only owners and admins export the whole organization. Next: export a single plan, or ask one of them.";
const ADMINS_IMPORT =
  "Only owners and admins import research, in the console. Next: ask one of them.";
const TOO_LARGE =
  "The archive is larger than 100 MB. Next: export the plans one by one, or import it on the server with `trovella import`.";

function isAdmin({ permissions }: Caller, { isTeam }: ExchangeOptions): boolean {
  return !isTeam || permissions.has("admin");
}

async function answering(context: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const status = error instanceof AppError ? STATUSES[error.code] : undefined;
    if (!(error instanceof AppError) || !status) throw error;
    return refuse(context, status, error.code, error.message);
  }
}

/** Written as it is made; an archive that fails half-way is cut off, and is no zip file then. */
function download(context: Context, { chunks, fileName }: Archive): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  context.header("Content-Type", "application/zip");
  context.header("Content-Disposition", `attachment; filename="${fileName}"`);
  context.header("Cache-Control", "no-store");
  return context.body(body);
}

function refuse(
  context: Context,
  status: 400 | 403 | 404 | 413 | 429 | 503,
  error: string,
  message: string,
): Response {
  return context.json({ error, message }, status);
}
