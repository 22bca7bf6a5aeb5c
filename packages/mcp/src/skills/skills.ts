import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { allSkills, type Skill } from "@trovella/skills";
import { z } from "zod";
import { invalidParams, printableName, withPublicErrors } from "../public-errors.ts";
import type { Services } from "../services.ts";

/** The protocol extension by which clients discover and load skills. */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

const BASE = "skill://trovella";
const MANIFEST = "SKILL.md";
const CACHE_HINT = { ttlMs: 300_000, cacheScope: "public" } as const;
const MAX_URI_CHARACTERS = 300;

const listParams = z.object({ cursor: z.string().optional() });
const getParams = z.object({ uri: z.string() });

/** Serves the skills; their files are resources. */
export function addSkills(server: Server, services: Services): void {
  server.setRequestHandler("skills/list", { params: listParams }, async (_params, context) => ({
    skills: (await servedSkills(services)).map(entryOf),
    ...cacheHintFor(context),
  }));
  server.setRequestHandler("skills/get", { params: getParams }, async ({ uri }, context) => {
    const skill = (await servedSkills(services)).find(({ name }) => uri === skillUri(name));
    if (!skill)
      throw invalidParams(`No skill is served at ${printableName(uri, MAX_URI_CHARACTERS)}`);
    return { skill: entryOf(skill), ...cacheHintFor(context) };
  });
}

/** A skill that cannot be read is the server's fault, so its error is masked. */
export function servedSkills(services: Services): Promise<readonly Skill[]> {
  return withPublicErrors(services, allSkills);
}

function skillUri(name: string, path: string = MANIFEST): string {
  return `${BASE}/${name}/${path}`;
}

/** Skills are the same for all callers, so clients may cache them; only 2026-07-28 can say so. */
function cacheHintFor({ mcpReq }: ServerContext): typeof CACHE_HINT | Record<string, never> {
  return mcpReq.envelope ? CACHE_HINT : {};
}

function entryOf({ name, frontmatter, files }: Skill) {
  return {
    uri: skillUri(name),
    frontmatter,
    resources: files.map(({ path, sha256, sizeBytes }) => ({
      uri: skillUri(name, path),
      digest: `sha256:${sha256}`,
      size: sizeBytes,
    })),
  };
}

const MARKDOWN = "text/markdown";

/** The skills as resources; their references are linked from them. */
export async function listSkillResources(services: Services) {
  return (await servedSkills(services)).map(({ name, description, files }) => ({
    uri: skillUri(name),
    name,
    description,
    mimeType: MARKDOWN,
    size: files[0]?.sizeBytes,
  }));
}

export async function readSkillResource(services: Services, uri: string, context: ServerContext) {
  if (!uri.startsWith("skill:")) return null;
  for (const { name, files } of await servedSkills(services)) {
    const file = files.find(({ path }) => skillUri(name, path) === uri);
    if (file) {
      return {
        contents: [{ uri, mimeType: MARKDOWN, text: file.content }],
        ...cacheHintFor(context),
      };
    }
  }
  return null;
}
