import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "@trovella/testing/sources";
import { expect, it } from "vitest";

const docs = readdirSync(path.join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const pages = ["README.md", ...docs.map((name) => `docs/${name}`)];

// Other users see them in the list of processes, and they stay in the shell's history.
it.each(pages)("%s puts no token on a command line", (page) => {
  const text = readFileSync(path.join(ROOT, page), "utf8");
  const commands = [...text.matchAll(/```(?:sh|bash|console)\n([\s\S]*?)```/g)].map(
    ([, block]) => block,
  );
  expect(commands.filter((block) => /Bearer|trov_/.test(block ?? ""))).toEqual([]);
});
