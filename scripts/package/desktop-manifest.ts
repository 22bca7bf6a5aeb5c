import type { Manifest } from "./package-manifest.ts";
import { PROGRAM } from "./package-manifest.ts";

const INSTALLED = "node_modules/trovella";

interface DesktopSource {
  readonly server: Pick<Manifest, "name" | "version" | "description" | "license" | "engines">;
  /** As Node.js names it: darwin, linux. */
  readonly platform: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
}

/** The manifest.json of a bundle for Claude Desktop, as version 0.3 of its specification has it. */
export function desktopManifest({ server, platform, tools }: DesktopSource): object {
  const { name, version, description, license, engines } = server;
  const program = `${INSTALLED}/${PROGRAM}`;
  return {
    manifest_version: "0.3",
    name,
    display_name: "Trovella",
    version,
    description,
    author: { name: "Trovella contributors" },
    license,
    keywords: ["research", "planning", "citations", "review"],
    server: {
      type: "node",
      entry_point: program,
      // The bundle's own files: nothing is fetched by a name.
      mcp_config: { command: "node", args: [`\${__dirname}/${program}`, "mcp"], env: {} },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: firstSentence(tool.description) })),
    compatibility: { platforms: [platform], runtimes: { node: engines.node } },
  };
}

/** The whole description is written for models; people read the first sentence. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
