import { describe, expect, it } from "vitest";
import {
  canEnter,
  chooseDataDirectory,
  defaultDataDirectory,
  unreachableError,
} from "./data-directory.ts";

const USER = { name: "postgres", userId: 101, groupId: 104 };

describe("defaultDataDirectory", () => {
  it("is what TROVELLA_DATA_DIR says", () => {
    expect(defaultDataDirectory({ TROVELLA_DATA_DIR: "/srv/../data" })).toBe("/data");
  });

  it("is reachable for the user that runs PostgreSQL for root", () => {
    const environment = { HOME: "/root", XDG_DATA_HOME: "/root/data" };
    expect(chooseDataDirectory(environment, { isRoot: true })).toBe("/var/lib/trovella");
  });

  it.each([
    { XDG_DATA_HOME: undefined, directory: "/home/ada/.local/share/trovella" },
    { XDG_DATA_HOME: "/data", directory: "/data/trovella" },
    { XDG_DATA_HOME: "data", directory: "/home/ada/.local/share/trovella" },
  ])("is $directory where XDG_DATA_HOME is $XDG_DATA_HOME", ({ XDG_DATA_HOME, directory }) => {
    const environment = { HOME: "/home/ada", XDG_DATA_HOME };
    expect(chooseDataDirectory(environment, { isRoot: false })).toBe(directory);
  });
});

it.each([
  { mode: 0o700, uid: 101, gid: 0, can: true },
  { mode: 0o077, uid: 101, gid: 104, can: false },
  { mode: 0o710, uid: 0, gid: 104, can: true },
  { mode: 0o701, uid: 0, gid: 104, can: false },
  { mode: 0o711, uid: 0, gid: 0, can: true },
  { mode: 0o770, uid: 0, gid: 0, can: false },
])("knows who may enter a directory: $mode of $uid:$gid", ({ can, ...entry }) => {
  expect(canEnter(entry, USER)).toBe(can);
});

it("names the user, the closed directory and two ways to fix it", () => {
  const found = { directory: "/root/data", unreachable: "/root", user: USER };
  expect(unreachableError(found).message).toMatch(
    /postgres.* \/root .*\/root\/data\. Next: run "chmod o\+x \/root", or set TROVELLA_DATA_DIR/,
  );
});
