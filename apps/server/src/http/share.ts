import type { Database } from "@trovella/db";
import {
  currentOrigin,
  openShareLink,
  plainAddress,
  RATE_RULES,
  type RateLimits,
  subscriberNetwork,
} from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import { renderOutput } from "@trovella/research";
import type { Context, Hono } from "hono";
import { SHARED_PAGE_HEADERS } from "./policy/headers.ts";

export interface ShareOptions {
  readonly database: Database;
  readonly limits: Pick<RateLimits, "limit">;
}

/** A report that somebody published: `/share/tvl_…`. It reads no cookie and knows no caller. */
export function addShare(app: Hono, { database, limits }: ShareOptions): void {
  app.get("/share/:token", async (context) => {
    for (const [name, value] of Object.entries(SHARED_PAGE_HEADERS)) context.header(name, value);
    await requireRate(limits, RATE_RULES.share, networkOf(currentOrigin().address));
    const opened = await openShareLink(database, context.req.param("token"), new Date());
    if (!opened) return nothingHere(context);
    await requireRate(limits, RATE_RULES.shareLink, opened.linkId);
    const { tenant, outputId } = opened;
    try {
      const { bytes } = await renderOutput(database, tenant, { outputId, format: "html" });
      context.header("Content-Type", "text/html; charset=utf-8");
      return context.body(bytes as Uint8Array<ArrayBuffer>);
    } catch (error) {
      // Deleted in this moment.
      if (error instanceof AppError && error.code === "NOT_FOUND") return nothingHere(context);
      throw error;
    }
  });
}

async function requireRate(
  limits: ShareOptions["limits"],
  rule: (typeof RATE_RULES)[keyof typeof RATE_RULES],
  key: string,
): Promise<void> {
  const result = await limits.limit(rule, key);
  if (result.ok) return;
  const { retryAfterSeconds } = result;
  const message = `Too many requests. Next: try again in ${retryAfterSeconds} s.`;
  throw new AppError("RATE_LIMITED", message, { retryAfterSeconds });
}

function networkOf(address: string | null): string {
  return address === null ? "" : subscriberNetwork(plainAddress(address));
}

const NOTHING_HERE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This link does not work</title>
<style>
:root { color-scheme: light dark; }
body { font: 1.05rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto 0; padding: 0 1.5rem; }
</style>
</head>
<body>
<main>
<h1>This link does not work</h1>
<p>It may have expired, or it was revoked. Ask the person who sent it for a new one.</p>
</main>
</body>
</html>
`;

/** The same for links that never were, have expired, were revoked or are switched off. */
function nothingHere(context: Context): Response {
  return context.html(NOTHING_HERE, 404);
}
