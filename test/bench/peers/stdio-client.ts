import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export interface StdioServer {
  readonly pid: number;
  /** Calls a tool and fails unless it succeeds. */
  call(name: string, input: Record<string, unknown>): Promise<ToolReply>;
  close(): Promise<void>;
}

interface ToolReply {
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

/** Starts an MCP server as a client program does, using the official SDK. */
export async function startStdioServer(options: {
  readonly script: string;
  readonly arguments?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
}): Promise<StdioServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [options.script, ...(options.arguments ?? [])],
    env: { PATH: process.env.PATH ?? "", HOME: options.folder, ...options.environment },
    cwd: options.folder,
    stderr: "pipe",
  });
  let complaints = "";
  transport.stderr?.on("data", (text) => {
    complaints = `${complaints}${text}`.slice(-2000);
  });
  const client = new Client(
    { name: "trovella-bench-peers", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" } },
  );
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error(`${options.script} does not answer. It says: ${complaints}`, { cause: error });
  }
  return {
    pid: transport.pid ?? 0,
    async call(name, input) {
      const reply = (await client.callTool({ name, arguments: input })) as ToolReply & {
        isError?: boolean;
      };
      if (reply.isError) throw new Error(`${name} failed: ${reply.content[0]?.text}`);
      return reply;
    },
    close: () => client.close(),
  };
}
