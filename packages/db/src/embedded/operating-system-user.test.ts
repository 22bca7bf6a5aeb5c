import { expect, it } from "vitest";
import { findAccount } from "./operating-system-user.ts";

const PASSWD = `root:x:0:0:root:/root:/bin/bash
postgresql:x:200:200::/:/bin/false
postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash
nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false
broken:x
`;

it("finds an account by its whole name", () => {
  expect(findAccount(PASSWD, "postgres")).toEqual({ name: "postgres", userId: 101, groupId: 104 });
  expect(findAccount(PASSWD, "nobody")).toEqual({ name: "nobody", userId: -2, groupId: -2 });
});

it.each(["missing", "broken", "root", "post"])("finds no account to use in %s", (name) => {
  expect(findAccount(PASSWD, name)).toBeUndefined();
});
