import { expect, it } from "vitest";
import { chooseSocketDirectory } from "./socket-directory.ts";

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
