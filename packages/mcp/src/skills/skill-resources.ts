import type { ServerContext } from "@modelcontextprotocol/server";
import type { Services } from "../services.ts";
import { cacheHintFor, servedSkills, skillUri } from "./skills.ts";

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
