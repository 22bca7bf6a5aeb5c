import { randomUUID } from "node:crypto";
import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { allSkills, type Skill } from "@trovella/skills";
import { z } from "zod";
import type { Services } from "../calls/call-tool.ts";

/** The extension of the protocol by which clients find and load skills. */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

const BASE = "skill://trovella";
const MANIFEST = "SKILL.md";
const KEPT = { ttlMs: 300_000, cacheScope: "public" } as const;
const MAX_SHOWN = 300;

const listParams = z.object({ cursor: z.string().optional() });
const getParams = z.object({ uri: z.string() });

/** Serves the skills; their files are resources, which skills-resources.ts adds. */
export function addSkills(server: Server, services: Services): void {
  server.setRequestHandler("skills/list", { params: listParams }, async (_params, context) => ({
    skills: (await servedSkills(services)).map(entryOf),
    ...keptBy(context),
  }));
  server.setRequestHandler("skills/get", { params: getParams }, async ({ uri }, context) => {
    const skill = (await servedSkills(services)).find(({ name }) => uri === skillUri(name));
    if (!skill) throw unknownSkill(uri);
    return { skill: entryOf(skill), ...keptBy(context) };
  });
}

/** A skill that cannot be read is the server's fault, and what is wrong with it nobody else's business. */
export async function servedSkills({ onFailure }: Services): Promise<readonly Skill[]> {
  try {
    return await allSkills();
  } catch (error) {
    const correlationId = randomUUID();
    onFailure(error, correlationId);
    const message = `Something went wrong on the server (${correlationId}).`;
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}

export function skillUri(name: string, path: string = MANIFEST): string {
  return `${BASE}/${name}/${path}`;
}

/** How long a client may keep what is the same for everybody; only 2026-07-28 has words for it. */
export function keptBy({ mcpReq }: ServerContext): typeof KEPT | Record<string, never> {
  return mcpReq.envelope ? KEPT : {};
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

function unknownSkill(uri: string): ProtocolError {
  const shown = uri.toWellFormed().replace(/\p{C}/gu, "?").slice(0, MAX_SHOWN);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${shown}`);
}
