import { createHash, randomBytes } from "node:crypto";

/** An OAuth client that asks a user for authorization, as MCP clients do. */
export async function newProgram(url: string, name: string) {
  // Nothing listens there; the test reads the code from the browser's URL.
  const callback = `${url}/callback`;
  const verifier = randomBytes(32).toString("base64url");
  const registered = await send("register", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [callback] }),
  });
  const { client_id: clientId = "" } = registered;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${url}/mcp`,
    scope: "read write",
  });
  return {
    callback,
    /** The authorization URL. */
    authorizationUrl: `${url}/api/auth/oauth2/authorize?${query}`,
    /** Exchanges the code in the redirect URL for an access token. */
    async accessToken(answer: string): Promise<string> {
      const body = new URLSearchParams({
        grant_type: "authorization_code",
        code: new URL(answer).searchParams.get("code") ?? "",
        client_id: clientId,
        redirect_uri: callback,
        code_verifier: verifier,
        resource: `${url}/mcp`,
      });
      return (await send("token", { body })).access_token ?? "";
    },
  };

  async function send(endpoint: string, options: RequestInit): Promise<Record<string, string>> {
    const address = `${url}/api/auth/oauth2/${endpoint}`;
    const response = await fetch(address, { method: "POST", ...options });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Record<string, string>;
  }
}
