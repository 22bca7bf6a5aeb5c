import type { Network } from "@trovella/capture/guard";
import type { Database } from "@trovella/db";
import { AppError, MCP_PATHS } from "@trovella/foundation";
import type { Limit } from "./limits.ts";

import { deriveKey } from "./secrets.ts";

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface IdentityOptions {
  readonly database: Database;
  /** Scheme, host and port of the server as its users and clients see it. */
  readonly publicUrl: string;
  readonly secret: string;
  readonly oidc?: OidcProvider;
  readonly limit: Limit;
  /** Gives back what an attempt took from a bucket, since only failures count. */
  readonly refund?: (key: string) => void;
  /** Who may create organizations beside the first; by default owners. */
  readonly organizations?: "owners" | "anyone";
  readonly now: () => Date;
  /** For fetching metadata documents of clients; without it clients have to register themselves. */
  readonly network?: Network;
  /** Reports to the operator what users cannot fix. */
  readonly warn?: (details: Readonly<Record<string, unknown>>, message: string) => void;
}

/** The options with what is derived from them. */
export interface Settings extends IdentityOptions {
  readonly organizations: "owners" | "anyone";
  /** The public URL without a trailing slash; also the issuer of tokens. */
  readonly origin: string;
  /** The audience of all tokens. */
  readonly resource: string;
  /** All URLs by which clients may name that audience. */
  readonly resources: readonly string[];
  readonly isSecure: boolean;
  readonly keys: {
    readonly signIn: string;
    readonly consent: Buffer;
    readonly successor: Buffer;
    readonly setup: Buffer;
    readonly browser: Buffer;
  };
}

export function readSettings(options: IdentityOptions): Settings {
  const { publicUrl, secret } = options;
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) {
    throw new AppError(
      "INVALID_INPUT",
      "The public URL must look like https://research.example, without a path. Next: correct TROVELLA_PUBLIC_URL.",
    );
  }
  const isSecure = url.protocol === "https:";
  if (!isSecure && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) {
    throw new AppError(
      "INVALID_INPUT",
      "Sign-in needs https, except on localhost. Next: give TROVELLA_PUBLIC_URL as https://….",
    );
  }
  return {
    organizations: "owners",
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
      browser: deriveKey(secret, "known-browser"),
    },
  };
}
