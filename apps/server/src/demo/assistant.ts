import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { CommandFailure } from "../exit.ts";
import { PROGRAM } from "../installation.ts";

// biome-ignore lint/suspicious/noExplicitAny: a scripted client knows the replies it works with.
export type Reply = Record<string, any>;

/** A scripted AI client with a server of its own, as Claude Code or Cursor would start it. */
export interface Assistant {
  readonly name: string;
  call(tool: string, input: object): Promise<Reply>;
  /** Kills the server process at once, as a crash or a closed laptop would. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function startAssistant(name: string): Promise<Assistant> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, "mcp"],
    env: ownEnvironment(),
    stderr: "ignore",
  });
  const client = new Client({ name, version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  return {
    name,
    call: (tool, input) => callTool(client, tool, input),
    async kill() {
      const gone = new Promise<void>((resolve) => {
        client.onclose = resolve;
      });
      if (transport.pid) process.kill(transport.pid, "SIGKILL");
      await gone;
    },
    close: () => client.close(),
  };
}

async function callTool(client: Client, name: string, input: object): Promise<Reply> {
  const result = await client.callTool({ name, arguments: { ...input } });
  const [content] = result.content as { text?: string }[];
  if (result.isError) {
    throw new CommandFailure(`The demo stopped: ${name} answered ${content?.text ?? "nothing"}`);
  }
  return result.structuredContent as Reply;
}

/**
 * The same database and settings as this process, without downloading a model or the pages of invented sources; the server
 * has its own session.
 */
function ownEnvironment(): Record<string, string> {
  const { CLAUDE_CODE_SESSION_ID, ...own } = process.env;
  const environment = { TROVELLA_EMBEDDER: "none", TROVELLA_CAPTURE: "off", ...own };
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
}
