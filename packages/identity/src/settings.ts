import type { Database } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import type { Limit } from "./limits.ts";
import type { Outside } from "./oauth/fetch-document.ts";
import { deriveKey } from "./secrets.ts";

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface IdentityOptions {
  readonly database: Database;
  /** Scheme, host and port under which people and programs reach the server. */
  readonly publicUrl: string;
  readonly secret: string;
  readonly oidc?: OidcProvider;
  readonly limit: Limit;
  readonly now: () => Date;
  /** How documents of clients are fetched; tests bring their own. */
  readonly outside?: Outside;
}

/** Where programs call the server: its own path, and another name for it. */
export const MCP_PATHS = ["/mcp", "/api/mcp"] as const;

/** What all parts need, worked out once. */
export interface Settings extends IdentityOptions {
  /** The public address without a slash at its end: also who issues tokens. */
  readonly origin: string;
  /** The one address that tokens are meant for. */
  readonly resource: string;
  /** The ways to write that address: clients may know the server by either, and mean the same. */
  readonly resources: readonly string[];
  readonly isSecure: boolean;
  readonly keys: {
    readonly signIn: string;
    readonly consent: Buffer;
    readonly successor: Buffer;
    readonly setup: Buffer;
  };
}

export function readSettings(options: IdentityOptions): Settings {
  const { publicUrl, secret } = options;
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) {
    throw new AppError(
      "INVALID_INPUT",
      "The public address must be one like https://research.example, without a path. Next: correct TROVELLA_PUBLIC_URL.",
    );
  }
  const isSecure = url.protocol === "https:";
  if (!isSecure && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) {
    throw new AppError(
      "INVALID_INPUT",
      "Sign-in needs https, except on this computer alone. Next: give TROVELLA_PUBLIC_URL as https://….",
    );
  }
  return {
    ...options,
    origin: url.origin,
    resource: `${url.origin}${MCP_PATHS[0]}`,
    resources: MCP_PATHS.map((path) => url.origin + path),
    isSecure,
    keys: {
      signIn: deriveKey(secret, "sign-in").toString("base64url"),
      consent: deriveKey(secret, "consent"),
      successor: deriveKey(secret, "refresh-successor"),
      setup: deriveKey(secret, "setup"),
    },
  };
}
