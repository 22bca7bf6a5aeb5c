import { expect, it } from "vitest";
import { localAuthentication } from "./authentication.ts";
import { ConsoleCookie } from "./console-cookie.ts";

const HOST = "127.0.0.1:4737";
const PAGE = { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };
const cookie = new ConsoleCookie("a secret of this data directory, long enough");
const [PAIR = ""] = (cookie.headerFor(new Request("http://localhost")) ?? "").split(";");
const SESSION = cookie.sessionIdOf(new Request("http://localhost", { headers: { cookie: PAIR } }));

it.each([
  ["the console's page", { ...PAGE, cookie: PAIR }, true],
  ["a page of the console without the cookie", PAGE, false],
  ["a program", { "user-agent": "curl/8" }, false],
  ["a program that copied the cookie", { cookie: PAIR }, false],
  ["a page of another port", { ...PAGE, origin: "http://127.0.0.1:3000", cookie: PAIR }, false],
  ["a page of another site", { ...PAGE, "sec-fetch-site": "cross-site", cookie: PAIR }, false],
  ["a forged cookie", { ...PAGE, cookie: `${PAIR.slice(0, -1)}x` }, false],
])("in local mode a person is in %s: %o", async (_who, headers, isPerson) => {
  const caller = await callerOf(headers, true);
  expect(caller).toMatchObject({ isPerson, browserSessionId: isPerson ? SESSION : null });
});

it("in local mode a page without the PIN has a session, but no person", async () => {
  const caller = await callerOf({ ...PAGE, cookie: PAIR }, false);
  expect(caller).toMatchObject({ isPerson: false, browserSessionId: SESSION });
});

it("in local mode a program has the name that it sends", async () => {
  const caller = await callerOf({ "user-agent": "curl/8" }, true);
  expect(caller.clientName).toBe("curl/8");
});

function callerOf(headers: Record<string, string>, isOpen: boolean) {
  const lock = { isOpenFor: () => Promise.resolve(isOpen) };
  const { callerOf } = localAuthentication({ cookie, lock, publicOrigin: null });
  return callerOf(new Request(`http://${HOST}`, { headers: { host: HOST, ...headers } }));
}
