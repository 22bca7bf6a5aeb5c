import { DEFAULT_SCOPES } from "@trovella/foundation";
import type { RouteContext } from "../routes/route-context.ts";
import { ANNOUNCED_SCOPES } from "./scopes.ts";

export const OAUTH_PATHS = {
  authorize: "/api/auth/oauth2/authorize",
  consent: "/api/auth/oauth2/consent",
  token: "/api/auth/oauth2/token",
  register: "/api/auth/oauth2/register",
  revoke: "/api/auth/oauth2/revoke",
} as const;

/** Authorization server metadata (RFC 8414). */
export async function serverMetadata(context: RouteContext): Promise<Response> {
  const { origin } = context.var.settings;
  return context.json({
    issuer: origin,
    authorization_endpoint: origin + OAUTH_PATHS.authorize,
    token_endpoint: origin + OAUTH_PATHS.token,
    registration_endpoint: origin + OAUTH_PATHS.register,
    revocation_endpoint: origin + OAUTH_PATHS.revoke,
    scopes_supported: ANNOUNCED_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: await context.var.clients.canReadDocuments(),
  });
}

/** Protected resource metadata (RFC 9728). Clients compare `resource` with the URL that they call. */
export function resourceMetadata(path: string) {
  return (context: RouteContext): Response => {
    const { origin } = context.var.settings;
    return context.json({
      resource: origin + path,
      resource_name: "Trovella",
      authorization_servers: [origin],
      // Clients request all scopes named here; further ones are requested when they are needed.
      scopes_supported: DEFAULT_SCOPES,
      bearer_methods_supported: ["header"],
    });
  };
}
