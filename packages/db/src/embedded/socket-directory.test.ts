import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRoot } from "./operating-system-user.ts";
import { chooseSocketDirectory, prepareSocketDirectory } from "./socket-directory.ts";

// Other test files may have loaded the module already, with the real account.
const account = vi.hoisted(() => {
  vi.resetModules();
  return { homedir: "/" };
});
vi.mock("node:os", async (original) => ({
  ...(await original<typeof import("node:os")>()),
  userInfo: () => account,
}));

afterAll(() => {
  vi.resetModules();
});

// "/run/.s.PGSQL.5432" takes 18 bytes.
it.each([
  { platform: "linux", longest: 107 - 18 },
  { platform: "darwin", longest: 103 - 18 },
] as const)(
  "keeps the socket in the data directory as long as $platform can address it",
  (given) => {
    const { platform, longest } = given;
    const fits = `/${"d".repeat(longest - 1)}`;
    expect(chooseSocketDirectory({ dataDirectory: fits, platform })).toBe(`${fits}/run`);
    const tooLong = `${fits}d`;
    expect(chooseSocketDirectory({ dataDirectory: tooLong, platform, privateParents: [] })).toMatch(
      /^\/tmp\/trovella-[0-9a-f]{16}$/,
    );
  },
);

it("counts bytes, not letters", () => {
  const dataDirectory = `/${"ü".repeat(50)}`;
  expect(chooseSocketDirectory({ dataDirectory, platform: "linux" })).not.toContain(dataDirectory);
});

it("gives one data directory always the same short directory, and another one another", () => {
  const short = (end: string) =>
    chooseSocketDirectory({ dataDirectory: `/${"d".repeat(100)}${end}`, platform: "linux" });
  expect(short("a")).toBe(short("a"));
  expect(short("a")).not.toBe(short("b"));
});

it("prefers a directory that other users cannot write to over the shared one, where it fits", () => {
  const dataDirectory = `/${"d".repeat(100)}`;
  const parents = [`/${"h".repeat(100)}`, "/home/ada"];
  const chosen = chooseSocketDirectory({
    dataDirectory,
    platform: "linux",
    privateParents: parents,
  });
  expect(chosen).toMatch(/^\/home\/ada\/\.trovella-[0-9a-f]{16}$/);
});

describe("where another user could have put a directory of theirs", () => {
  let scratch: string;
  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), "socket-"));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(scratch, { recursive: true });
  });

  it("uses a home directory only if no other user can write to it", () => {
    const userId = isRoot() ? 54_321 : (process.getuid?.() ?? -1);
    chownSync(scratch, userId, process.getgid?.() ?? -1);
    vi.spyOn(process, "getuid").mockReturnValue(userId);
    account.homedir = scratch;
    const dataDirectory = `/${"d".repeat(100)}`;
    const parent = () => path.dirname(chooseSocketDirectory({ dataDirectory, platform: "linux" }));
    expect(parent()).toBe(scratch);
    chmodSync(scratch, 0o770);
    expect(parent()).toBe("/tmp");
  });

  it("follows a running PostgreSQL only to a directory that is closed to other users", () => {
    const dataDirectory = path.join(scratch, "d".repeat(100));
    const choose = (...privateParents: string[]) =>
      chooseSocketDirectory({ dataDirectory, platform: "linux", privateParents });
    const [first, running] = [choose("/home/ada"), choose(scratch)];
    mkdirSync(path.join(dataDirectory, "pg"), { recursive: true });
    writeFileSync(path.join(dataDirectory, "pg/postmaster.pid"), `1\n2\n3\n4\n${running}\n`);
    mkdirSync(running, { mode: 0o700 });
    expect(choose("/home/ada", scratch)).toBe(running);
    chmodSync(running, 0o777);
    expect(choose("/home/ada", scratch)).toBe(first);
  });

  it("starts no PostgreSQL in a directory that is open to them", () => {
    const user = {
      name: "ada",
      userId: process.getuid?.() ?? -1,
      groupId: process.getgid?.() ?? -1,
    };
    const paths = {
      dataDirectory: path.join(scratch, "data"),
      socketDirectory: path.join(scratch, "short"),
    };
    prepareSocketDirectory(paths, user);
    chmodSync(paths.socketDirectory, 0o777);
    expect(() => prepareSocketDirectory(paths, user)).toThrow("could pose as the database");
  });
});
