import { createHash, randomBytes } from "node:crypto";
import type { Identity } from "../../../identity/src/identity.ts";
import { type Browser, fieldOf, ORIGIN, tickedFields } from "./test-identity.ts";

export const CALLBACK = "http://127.0.0.1:33418/callback";
export const RESOURCE = `${ORIGIN}/mcp`;

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

export async function tokensIn(response: Response | Promise<Response>): Promise<Tokens> {
  return (await (await response).json()) as Tokens;
}

/** Status and code of an OAuth error, whose headers are checked. */
export async function errorOf(answer: Response | Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const { status, headers } = response;
  const found = {
    type: headers.get("content-type"),
    kept: headers.get("cache-control"),
    origins: headers.get("access-control-allow-origin"),
    challenge: headers.get("www-authenticate"),
  };
  const expected = {
    type: "application/json",
    kept: "no-store",
    origins: "*",
    challenge: status === 401 ? 'Basic realm="trovella"' : null,
  };
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`An OAuth error has other headers: ${JSON.stringify(found)}.`);
  }
  return [status, ((await response.json()) as { error: string }).error];
}

/** An OAuth client: it sends requests itself and redirects a user's browser. */
export class Program {
  clientId = "";
  readonly verifier = randomBytes(32).toString("base64url");
  private readonly identity: Identity;

  constructor(identity: Identity) {
    this.identity = identity;
  }

  async register(metadata: object = {}): Promise<Response> {
    const body = JSON.stringify({
      client_name: "Test program",
      redirect_uris: [CALLBACK],
      ...metadata,
    });
    const response = await this.send("register", body, { "content-type": "application/json" });
    if (response.ok) {
      const { client_id } = (await response.clone().json()) as { client_id: string };
      this.clientId = client_id;
    }
    return response;
  }

  /** Undefined parameters are left out; lists are repeated. */
  authorizePath(changes: Record<string, string | string[] | undefined> = {}): string {
    const parameters = {
      response_type: "code",
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      state: "a state & more",
      code_challenge: createHash("sha256").update(this.verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: RESOURCE,
      scope: "read write",
      ...changes,
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters))
      for (const one of [value].flat()) if (one !== undefined) query.append(name, one);
    return `/api/auth/oauth2/authorize?${query}`;
  }

  /** Through the consent page to the code. */
  async codeBy(
    browser: Browser,
    organizationId: string,
    changes: Record<string, string | undefined> = {},
  ): Promise<string> {
    const page = await (await browser.get(this.authorizePath(changes))).text();
    const response = await browser.post("/api/auth/oauth2/consent", {
      ...tickedFields(page),
      request: fieldOf(page, "request"),
      organization: organizationId,
      decision: "allow",
    });
    const location = new URL(response.headers.get("location") ?? "");
    return location.searchParams.get("code") ?? "";
  }

  exchange(code: string, changes: Record<string, string | undefined> = {}): Promise<Response> {
    return this.post("token", {
      grant_type: "authorization_code",
      code,
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      code_verifier: this.verifier,
      resource: RESOURCE,
      ...changes,
    });
  }

  async tokensBy(browser: Browser, organizationId: string, scope = "read write"): Promise<Tokens> {
    const response = await this.exchange(await this.codeBy(browser, organizationId, { scope }));
    if (!response.ok) throw new Error(await response.text());
    return tokensIn(response);
  }

  refresh(token: string, changes: Record<string, string | undefined> = {}): Promise<Response> {
    return this.post("token", {
      grant_type: "refresh_token",
      refresh_token: token,
      client_id: this.clientId,
      ...changes,
    });
  }

  revoke(token: string, changes: Record<string, string | undefined> = {}): Promise<Response> {
    return this.post("revoke", { token, client_id: this.clientId, ...changes });
  }

  post(endpoint: string, form: Record<string, string | undefined>): Promise<Response> {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(form))
      if (value !== undefined) fields.set(name, value);
    const body = fields.toString();
    return this.send(endpoint, body, { "content-type": "application/x-www-form-urlencoded" });
  }

  async send(endpoint: string, body: string, headers: Record<string, string>): Promise<Response> {
    const request = new Request(`${ORIGIN}/api/auth/oauth2/${endpoint}`, {
      method: "POST",
      headers,
      body,
    });
    const response = await this.identity.handle(request, { address: "203.0.113.8" });
    if (!response) throw new Error(`There is no route for ${endpoint}.`);
    return response;
  }
}
