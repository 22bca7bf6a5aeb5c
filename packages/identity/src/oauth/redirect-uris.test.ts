import { describe, expect, it } from "vitest";
import {
  describeRedirect,
  formTargetOf,
  isAllowedRedirectUri,
  matchesRedirectUri,
} from "./redirect-uris.ts";

describe("a redirect URI", () => {
  it.each([
    "https://claude.ai/api/mcp/auth_callback",
    "https://app.example:8443/callback?tenant=1",
    "http://localhost/callback",
    "http://localhost:6274/oauth/callback",
    "http://127.0.0.1:33418/",
    "http://127.0.0.1",
    "http://[::1]:8080/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.github-authentication/did-authenticate",
    "com.example.app:/callback",
    "com.example.app://oauth/callback?x=1",
    "vscode-insiders://vscode.github-authentication/did-authenticate",
    "windsurf://codeium.windsurf/oauth",
    "zed://oauth",
  ])("may be %s", (uri) => {
    expect(isAllowedRedirectUri(uri)).toBe(true);
  });

  it.each([
    "http://app.example/callback",
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://127.0.0.1@evil.example/",
    "http://127.0.0.1:80@evil.example/",
    "http://localhost:999999/x",
    "http://127.1/",
    "http://2130706433/",
    "http://0.0.0.0/",
    "http://192.168.0.1/",
    "HTTP://localhost/",
    "https://user@app.example/",
    "https://user:password@app.example/",
    "https://app.example/#fragment",
    "https://app.example/#",
    "https://app.example\\@evil.example/",
    "https:app.example",
    "https://",
    "https://app.example/a b",
    "https://app.example/\n",
    "https://exämple.example/",
    "https://app.example/<script>",
    "javascript:alert(1)",
    "javascript://app.example/%0aalert(1)",
    "JavaScript://x/y",
    "data:text/html,x",
    "data://text/html,x",
    "file:///etc/passwd",
    "blob:https://x.example/y",
    "about:blank",
    "view-source://x",
    "ftp://x.example/",
    "ws://x.example/",
    "mailto:x@y.example",
    "intent://scan/#Intent;end",
    "ms-settings://x",
    "search-ms://x",
    "shell://x",
    "itms-services://x",
    "facetime://x",
    "unknown://x",
    "cursor:callback",
    "cursor:///callback",
    "cursor://a;b/callback",
    "https://evil.example;sandbox/callback",
    "https://evil.example,other.example/callback",
    "https://*.example/callback",
    "https://under_score.example/callback",
    "https://app.example./callback",
    "https://[2606:4700::1111]/callback",
    "//app.example/callback",
    "/callback",
    "callback",
    "",
    `https://app.example/${"x".repeat(1_000)}`,
    null,
    undefined,
    1,
    {},
    ["https://app.example/"],
  ])("may not be %j", (uri) => {
    expect(isAllowedRedirectUri(uri)).toBe(false);
  });

  it("is compared letter by letter, but for the port on this computer", () => {
    const registered = [
      "http://127.0.0.1:1/callback",
      "http://localhost/x?y=1",
      "https://a.example/c",
    ];
    const matches = (uri: string) => matchesRedirectUri(registered, uri);
    expect(matches("http://127.0.0.1:1/callback")).toBe(true);
    expect(matches("http://127.0.0.1:65535/callback")).toBe(true);
    expect(matches("http://127.0.0.1/callback")).toBe(true);
    expect(matches("http://localhost:5/x?y=1")).toBe(true);
    expect(matches("https://a.example/c")).toBe(true);
    expect(matches("http://localhost:1/callback")).toBe(false);
    expect(matches("http://[::1]:1/callback")).toBe(false);
    expect(matches("http://localhost:5/x?y=2")).toBe(false);
    expect(matches("http://localhost:5/x")).toBe(false);
    expect(matches("https://a.example:443/c")).toBe(false);
    expect(matches("https://a.example:8443/c")).toBe(false);
    expect(matches("https://A.example/c")).toBe(false);
    expect(matches("https://a.example/c/")).toBe(false);
    expect(matches("https://a.example/c?")).toBe(false);
    expect(matches("https://a.example/./c")).toBe(false);
    expect(matches("http://127.0.0.1:*/callback")).toBe(false);
  });

  it("is shown so that a user can judge it", () => {
    expect(describeRedirect("https://a.example:8443/c?x")).toEqual({
      host: "a.example:8443",
      isOnThisComputer: false,
    });
    expect(describeRedirect("http://[::1]:8080/c")).toEqual({
      host: "[::1]:8080",
      isOnThisComputer: true,
    });
    expect(describeRedirect("cursor://x.y/z?w")).toEqual({
      host: "cursor://x.y/z",
      isOnThisComputer: false,
    });
  });

  it.each([
    ["https://a.example:8443/c?x", "https://a.example:8443"],
    ["http://127.0.0.1:33418/c", "http://127.0.0.1:33418"],
    ["http://[::1]:33418/c", "http:"],
    ["cursor://x.y/z", "cursor:"],
  ])("%s is in the policy of the form as %s", (uri, target) => {
    expect(formTargetOf(uri)).toBe(target);
  });
});
