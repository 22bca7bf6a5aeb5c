import type { Permission } from "@trovella/foundation";
import { CONSOLE_HEADERS, SECURITY_HEADERS, SHARED_PAGE_HEADERS } from "./headers.ts";

export interface RoutePolicy {
  /** In team mode; local mode needs none. A session is a browser's cookie; a bearer is a personal or an OAuth token. */
  readonly credential:
    | "none"
    | "bearer"
    | "bearer or session"
    | "personal token"
    | "personal token or session"
    | "session"
    | "metrics token";
  /** Checked by the route itself; tools and procedures have permissions of their own. */
  readonly permission?: Permission;
  /** The pages that may call: the server's own, also those of TROVELLA_WEB_CLIENTS, or all. */
  readonly origins: "own" | "web clients" | "any";
  /** Whether those pages may read the reply (CORS). */
  readonly cors: boolean;
  /** Whether a state-changing request of a page must be same-origin. */
  readonly csrf: boolean;
  readonly headers: keyof typeof HEADER_SETS;
}

/** The security headers of a reply, by kind. A page has a content security policy of its own. */
export const HEADER_SETS = {
  api: SECURITY_HEADERS,
  public: { ...SECURITY_HEADERS, "Cross-Origin-Resource-Policy": "cross-origin" },
  console: { ...SECURITY_HEADERS, ...CONSOLE_HEADERS, "Cache-Control": "no-cache" },
  asset: {
    ...SECURITY_HEADERS,
    ...CONSOLE_HEADERS,
    "Cache-Control": "public, max-age=31536000, immutable",
  },
  page: { ...SECURITY_HEADERS, ...CONSOLE_HEADERS, "Content-Security-Policy": undefined },
  shared: { ...SECURITY_HEADERS, ...SHARED_PAGE_HEADERS },
  mcp: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
} as const;

const OPEN = {
  credential: "none",
  origins: "own",
  cors: false,
  csrf: false,
  headers: "api",
} as const;
const MCP = {
  ...OPEN,
  credential: "bearer",
  origins: "web clients",
  cors: true,
  headers: "mcp",
} as const;
const API = { ...OPEN, credential: "personal token or session", permission: "read" } as const;
const OTLP = { ...OPEN, credential: "personal token", permission: "write" } as const;
const OAUTH = { ...OPEN, origins: "any", cors: true, headers: "public" } as const;
const PAGE = { ...OPEN, headers: "page" } as const;
const FORM = { ...PAGE, csrf: true } as const;
const CONSOLE = { ...OPEN, headers: "console" } as const;

/** The security policy of every route. routes.test.ts checks the running server against it. */
export const ROUTE_POLICIES: Readonly<Record<string, RoutePolicy>> = {
  "GET /healthz": OPEN,
  "GET /readyz": OPEN,
  "GET /version": OPEN,
  "GET /.well-known/trovella-audit.json": OPEN,
  "GET /metrics": { ...OPEN, credential: "metrics token" },

  "POST /mcp": MCP,
  "POST /api/mcp": MCP,

  "GET /api/outputs/:id": { ...API, credential: "bearer or session" },
  "GET /api/export": API,
  "POST /api/import": { ...API, permission: "write", csrf: true },
  "POST /api/import/documents": { ...API, permission: "write", csrf: true },
  /** The secret is in the URL, and opens one report. */
  "GET /share/:token": { ...OPEN, headers: "shared" },
  "GET /api/events": API,
  "ALL /api/trpc/*": { ...API, csrf: true },

  "POST /v1/metrics": OTLP,
  "POST /v1/logs": OTLP,
  "POST /v1/traces": OTLP,

  "GET /.well-known/oauth-authorization-server": OAUTH,
  "GET /.well-known/openid-configuration": OAUTH,
  "GET /.well-known/oauth-protected-resource": OAUTH,
  "GET /.well-known/oauth-protected-resource/mcp": OAUTH,
  "GET /.well-known/oauth-protected-resource/api/mcp": OAUTH,
  "POST /api/auth/oauth2/token": OAUTH,
  "POST /api/auth/oauth2/revoke": OAUTH,
  "POST /api/auth/oauth2/register": OAUTH,

  "GET /api/auth/oauth2/authorize": PAGE,
  "POST /api/auth/oauth2/consent": { ...FORM, credential: "session" },
  "GET /api/auth/sign-in": PAGE,
  "POST /api/auth/sign-in": FORM,
  "POST /api/auth/sign-out": FORM,
  "POST /api/auth/oidc": FORM,
  "GET /api/auth/callback/oidc": PAGE,
  "GET /api/auth/setup": PAGE,
  "POST /api/auth/setup": FORM,
  "GET /api/auth/organization": { ...PAGE, credential: "session" },
  "POST /api/auth/organization": { ...FORM, credential: "session" },
  "GET /api/auth/invitation": PAGE,
  "POST /api/auth/invitation": FORM,

  "GET /assets/*": { ...CONSOLE, headers: "asset" },
  "GET /*": CONSOLE,
};
