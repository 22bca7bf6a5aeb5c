import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkFrontmatter, type Frontmatter, splitFrontmatter } from "./frontmatter.ts";

export interface SkillFile {
  /** Relative to the folder of the skill, with slashes. */
  readonly path: string;
  readonly content: string;
  readonly sizeBytes: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
}

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** All fields of the frontmatter, including those above. */
  readonly frontmatter: Frontmatter;
  /** SKILL.md without its frontmatter. */
  readonly body: string;
  /** SKILL.md, then the references. */
  readonly files: readonly SkillFile[];
}

export type Parser = (source: string) => unknown;

/** A skill that is invalid and must not be served. */
export class SkillError extends Error {
  constructor(place: string, what: string) {
    super(`${place} ${what}. Next: fix it.`);
  }
}

const MANIFEST = "SKILL.md";
const REFERENCES = "references";
const MAX_FILE_BYTES = 64 * 1024;
const MAX_FILES = 20;

/** Reads SKILL.md and references/*.md of one skill; other files are ignored. */
export function readSkill(folder: string, name: string, parse: Parser): Skill {
  const paths = [MANIFEST, ...referencesOf(path.join(folder, name))];
  if (paths.length > MAX_FILES) throw new SkillError(name, `has more than ${MAX_FILES} files`);
  const files = paths.map((file) => readSkillFile(folder, name, file));
  const { source, body } = inPlace(name, () => splitFrontmatter(files[0]?.content ?? ""));
  const frontmatter = inPlace(name, () => checkFrontmatter(parse(source), name));
  const { description, metadata = {} } = frontmatter;
  return { name, description, metadata, frontmatter, body, files };
}

function referencesOf(folder: string): string[] {
  const names = readdirSync(folder).includes(REFERENCES)
    ? readdirSync(path.join(folder, REFERENCES))
    : [];
  return names
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `${REFERENCES}/${name}`);
}

function readSkillFile(folder: string, name: string, file: string): SkillFile {
  const bytes = readFileSync(path.join(folder, name, file));
  const content = bytes.toString("utf8");
  const place = `${name}/${file}`;
  if (bytes.length > MAX_FILE_BYTES) throw new SkillError(place, "is longer than 64 KiB");
  // It is served as text, which must encode to the same bytes.
  if (!Buffer.from(content).equals(bytes)) throw new SkillError(place, "is not UTF-8");
  if (content.includes("\r")) throw new SkillError(place, "does not end its lines with LF alone");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path: file, content, sizeBytes: bytes.length, sha256 };
}

function inPlace<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new SkillError(`${name}/${MANIFEST}`, (error as Error).message);
  }
}
