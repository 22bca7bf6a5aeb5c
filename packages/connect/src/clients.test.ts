import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "@trovella/testing/sources";
import { expect, it } from "vitest";
import { CLIENT_IDS, CLIENTS } from "./clients.ts";

const rows = readFileSync(path.join(ROOT, "docs/clients.md"), "utf8").split("\n");

it.each(CLIENT_IDS)("docs/clients.md has the files of %s", (id) => {
  const { name, files } = CLIENTS[id];
  const row =
    rows.find((line) => line.startsWith(`| ${name} `) && line.includes(`\`${id}\``)) ?? "";
  expect(row).toContain(files.user.at(-1)?.split("/").at(-1) ?? "");
  if (files.project) expect(row).toContain(`\`${files.project}\``);
});
