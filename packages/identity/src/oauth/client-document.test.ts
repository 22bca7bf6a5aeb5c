import { describe, expect, it } from "vitest";
import { isDocumentUrl, readClientDocument } from "./client-document.ts";

const ID = "https://app.example/client.json";
const DOCUMENT = {
  client_id: ID,
  client_name: "App",
  redirect_uris: ["https://app.example/callback", "http://127.0.0.1/callback"],
};

describe("the URL of a client's document", () => {
  it.each([
    ID,
    "https://app.example/a/b?c=d",
    "https://sub.app.example/x",
    "https://xn--bcher-kva.example/x",
  ])("can be %s", (id) => {
    expect(isDocumentUrl(id)).toBe(true);
  });

  it.each([
    "http://app.example/client.json",
    "https://app.example",
    "https://app.example/",
    "https://app.example/client.json#x",
    "https://user@app.example/client.json",
    "https://user:pass@app.example/client.json",
    "https://app.example/../client.json",
    "https://app.example/a/./b",
    "https://app.example/a/%2e%2e/b",
    "https://APP.example/client.json",
    "https://app.example:443/client.json",
    "https://app.example:8443/client.json",
    "https://127.0.0.1/client.json",
    "https://2130706433/client.json",
    "https://0x7f.1/client.json",
    "https://0177.0.0.1/client.json",
    "https://127.1/client.json",
    "https://[::1]/client.json",
    "https://[::ffff:127.0.0.1]/client.json",
    "https://localhost/client.json",
    "https://intranet/client.json",
    "https://app.example./client.json",
    "https://app。example/client.json",
    "https://app.example\\client.json",
    "https://app.example/a b",
    "ftp://app.example/client.json",
    "client_0000",
    "",
    `https://app.example/${"x".repeat(500)}`,
  ])("cannot be %s", (id) => {
    expect(isDocumentUrl(id)).toBe(false);
  });
});

describe("a client's document", () => {
  it("gives name and redirect URIs of the client", () => {
    expect(readClientDocument(ID, DOCUMENT)).toEqual({
      id: ID,
      name: "App",
      redirectUris: DOCUMENT.redirect_uris,
    });
    const nameless = readClientDocument(ID, { ...DOCUMENT, client_name: undefined });
    expect(nameless?.name).toBe("app.example");
  });

  it("is used without the redirect URIs that are not allowed", () => {
    const redirect_uris = ["https://app.example/", "javascript:alert(1)", "unknown://x", 1];
    const client = readClientDocument(ID, { ...DOCUMENT, redirect_uris });
    expect(client?.redirectUris).toEqual(["https://app.example/"]);
  });

  it.each([
    { client_id: "https://app.example/other.json" },
    { client_id: undefined },
    { redirect_uris: undefined },
    { redirect_uris: [] },
    { redirect_uris: ["http://evil.example/"] },
    { redirect_uris: Array.from({ length: 51 }, () => "https://app.example/") },
    { token_endpoint_auth_method: "client_secret_basic" },
    { token_endpoint_auth_method: "private_key_jwt" },
    { client_secret: "x" },
  ])("is of no use with %o", (changes) => {
    expect(readClientDocument(ID, { ...DOCUMENT, ...changes })).toBeNull();
  });
});
