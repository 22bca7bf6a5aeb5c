import { expect, it } from "vitest";
import { ConsoleCookie } from "./console-cookie.ts";

const cookie = new ConsoleCookie("a secret of this data directory, long enough");

it("is set once per browser session, out of reach of scripts and other sites", () => {
  const header = cookie.headerFor(request()) ?? "";
  expect(header).toMatch(
    /^trovella_console_[0-9a-f]{8}=[0-9a-f]{32}\.[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const [pair = ""] = header.split(";");
  expect(cookie.headerFor(request(pair))).toBeNull();
  expect(cookie.headerFor(request())).not.toBe(header);
});

it("names the session, also beside other cookies and for another process with the same secret", () => {
  const pair = newPair(cookie);
  const other = new ConsoleCookie("a secret of this data directory, long enough");
  const id = /=([0-9a-f]{32})/.exec(pair)?.[1];
  expect(cookie.sessionIdOf(request(`theme=dark; ${pair}; x=1`))).toBe(id);
  expect(other.sessionIdOf(request(pair))).toBe(id);
});

it("counts only as this server has signed it", () => {
  const pair = newPair(cookie);
  const [name = ""] = pair.split("=");
  const foreign = newPair(new ConsoleCookie("the secret of another data directory"));
  for (const forged of [
    "",
    `${name}=`,
    `${name}=.`,
    `${name}=${"0".repeat(32)}.${"0".repeat(64)}`,
    pair.slice(0, -1),
    `${pair}0`,
    pair.replace(/=[0-9a-f]/, (start) => (start === "=0" ? "=1" : "=0")),
    foreign,
    foreign.replace(/^[^=]*/, name),
  ]) {
    expect([forged, cookie.sessionIdOf(request(forged))]).toEqual([forged, null]);
  }
});

function newPair(issuer: ConsoleCookie): string {
  return (issuer.headerFor(request()) ?? "").split(";")[0] ?? "";
}

function request(header?: string): Request {
  return new Request("http://localhost", { headers: header ? { cookie: header } : {} });
}
