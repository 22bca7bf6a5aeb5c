import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeIssuer {
  readonly issuer: string;
  /** The claims of the next ID token, and how it is signed. */
  claims: Record<string, unknown>;
  algorithm: "RS256" | "none" | "other key";
  /** The forms that were sent to the token endpoint. */
  readonly exchanges: URLSearchParams[];
  close(): Promise<void>;
}

/** An OpenID Connect provider that authenticates every user. */
export async function startFakeIssuer(port = 0): Promise<FakeIssuer> {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const otherKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const exchanges: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const reply = (body: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    if (request.url === "/.well-known/openid-configuration")
      return reply({
        issuer: fake.issuer,
        authorization_endpoint: `${fake.issuer}/authorize`,
        token_endpoint: `${fake.issuer}/token`,
        jwks_uri: `${fake.issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
      });
    if (request.url === "/jwks")
      return reply({
        keys: [
          { ...keys.publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" },
        ],
      });
    if (request.url === "/token") {
      let body = "";
      for await (const chunk of request) body += chunk;
      exchanges.push(new URLSearchParams(body));
      return reply({
        access_token: "provider-access-token",
        token_type: "Bearer",
        id_token: idToken(),
      });
    }
    response.statusCode = 404;
    return reply({});
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;

  function idToken(): string {
    const algorithm = fake.algorithm === "none" ? "none" : "RS256";
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const seconds = Math.floor(Date.now() / 1000);
    const head = part({ alg: algorithm, kid: "k1", typ: "JWT" });
    const content = part({ iss: fake.issuer, iat: seconds, exp: seconds + 300, ...fake.claims });
    const { privateKey } = fake.algorithm === "other key" ? otherKeys : keys;
    const signature =
      algorithm === "none"
        ? ""
        : createSign("sha256").update(`${head}.${content}`).sign(privateKey, "base64url");
    return `${head}.${content}.${signature}`;
  }

  const fake: FakeIssuer = {
    issuer: `http://127.0.0.1:${address.port}`,
    claims: {},
    algorithm: "RS256",
    exchanges,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return fake;
}
