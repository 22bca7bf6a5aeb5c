import type { McpClient } from "@trovella/testing/mcp/mcp-client";
import type { Frame } from "playwright-core";
import type { Theme, useBrowser, Visit } from "../support/browser.ts";
import type { BridgeVersion, useChatServers } from "./chat-servers.ts";
import type { HostSettings } from "./host-page.ts";

/** A host that can do everything the card may ask for. */
export const FULL_HOST = {
  serverTools: {},
  openLinks: {},
  message: { text: {} },
  updateModelContext: { text: {} },
};

interface Wishes {
  readonly version?: BridgeVersion;
  readonly theme?: Theme;
  readonly width?: number;
  readonly capabilities?: Record<string, object>;
}

export interface Recorded {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface Chat extends Visit {
  /** The card. */
  readonly frame: Frame;
  /** Calls a tool as the model would, and shows the card of the call. */
  call(name: string, input: Record<string, unknown>): Promise<CallResult>;
  show(input: Record<string, unknown>, result: unknown): Promise<void>;
  /** What the card asked of the host. */
  recorded(): Promise<Recorded[]>;
}

export interface CallResult {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly _meta?: Record<string, unknown>;
}

interface Parts {
  readonly visit: ReturnType<typeof useBrowser>;
  readonly servers: ReturnType<typeof useChatServers>;
  readonly client: () => McpClient;
}

/** Opens a chat with an empty card, whose calls go to the server through the official client. */
export function chatOpener({ visit, servers, client }: Parts) {
  return async function openChat({
    version = "2.0.4",
    theme = "light",
    width = 720,
    capabilities = FULL_HOST,
  }: Wishes = {}): Promise<Chat> {
    const visited = await visit(servers.chatUrlFor(version), { theme, width: width + 26 });
    const { page } = visited;
    const callTool = async (params: { name: string; arguments?: Record<string, unknown> }) =>
      (await client().client.callTool(params)) as CallResult;
    await page.exposeFunction("callServerTool", callTool);
    const settings: HostSettings = {
      viewUrl: servers.viewUrl,
      capabilities,
      context: { theme, displayMode: "inline", locale: "en-GB" },
      width,
    };
    await page.evaluate((wanted) => window.host.start(wanted), settings);
    const frame = page.frames().find((one) => one.url() === servers.viewUrl);
    if (!frame) throw new Error("The card was not loaded.");
    const show = async (input: Record<string, unknown>, result: unknown) => {
      await page.evaluate((call) => window.host.show(call), { input, result });
    };
    return {
      ...visited,
      frame,
      show,
      async call(name, input) {
        const result = await callTool({ name, arguments: input });
        await show(input, result);
        return result;
      },
      recorded: () => page.evaluate(() => window.host.recorded) as Promise<Recorded[]>,
    };
  };
}
