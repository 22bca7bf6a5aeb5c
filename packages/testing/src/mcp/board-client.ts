import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { Caller } from "@trovella/research";
import { createServerFactory } from "../../../mcp/src/index.ts";
import { callerOf, type TestServer } from "./test-server.ts";

export const BOARD_SECRET = "a secret for tests, longer than thirty-two characters";
const BOARD_PAGE = "<!doctype html><title>Board</title>";

export interface BoardResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  readonly structuredContent?: Record<string, any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  readonly _meta?: Record<string, any>;
}

interface Settings {
  readonly caller?: Caller;
  /** Whether the client declares that it shows the board. */
  readonly showsBoard?: boolean;
  readonly isBuilt?: boolean;
  readonly name?: string;
}

/** An official client, connected as over stdio, to tools on a test database. */
export async function connectBoardClient(
  server: TestServer,
  { caller = callerOf("org_a"), showsBoard = true, isBuilt = true, name = "chat" }: Settings = {},
) {
  const { createServer } = createServerFactory({
    ...server.services,
    version: "1",
    secret: BOARD_SECRET,
    caller,
    subscriptions: null,
    boardPage: isBuilt ? BOARD_PAGE : null,
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const made = await createServer({ era: "legacy" });
  await made.connect(far);
  const mimeTypes = ["text/html;profile=mcp-app"];
  const extensions = { "io.modelcontextprotocol/ui": { mimeTypes } };
  const capabilities = showsBoard ? { extensions } : {};
  const client = new Client({ name, version: "1" }, { capabilities });
  await client.connect(near);
  return {
    client,
    call: async (tool: string, input: object) =>
      (await client.callTool({
        name: tool,
        arguments: input as Record<string, unknown>,
      })) as BoardResult,
    close: () => client.close(),
  };
}

export type BoardClient = Awaited<ReturnType<typeof connectBoardClient>>;
