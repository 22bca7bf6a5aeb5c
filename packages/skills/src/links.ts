import { posix } from "node:path";

/** A file of a skill that another one links to. */
export interface Link {
  readonly skill: string;
  readonly path: string;
}

interface Page extends Link {
  readonly content: string;
}

/** The Markdown files that a file links to, each once, in the order of the links. */
export function linksOf({ skill, path, content }: Page): Link[] {
  const targets = [...content.matchAll(/\]\(([^()\s#]+\.md)(?:#[^()\s]*)?\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => posix.join(skill, posix.dirname(path), target));
  return [...new Set(targets)].map((target) => {
    const [first = "", ...rest] = target.split("/");
    return { skill: first, path: rest.join("/") };
  });
}
