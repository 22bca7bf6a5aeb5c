import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

// Runs in the browser: a chat that shows one card, on the official bridge. The MCP client is in the test's process.

/** What the host is like for one test. */
export interface HostSettings {
  readonly viewUrl: string;
  readonly capabilities: Record<string, object>;
  readonly context: Record<string, unknown>;
  readonly width: number;
}

export interface HostPage {
  start(settings: HostSettings): Promise<void>;
  /** Tells the card of a call. */
  show(call: { input: Record<string, unknown>; result: unknown }): Promise<void>;
  changeContext(context: Record<string, unknown>): void;
  readonly recorded: { method: string; params: unknown }[];
}

declare global {
  interface Window {
    host: HostPage;
    callServerTool(params: unknown): Promise<unknown>;
  }
}

let bridge: AppBridge;
const recorded: HostPage["recorded"] = [];
const record = <T>(method: string, params: unknown, answer: T): T => {
  recorded.push({ method, params });
  return answer;
};

window.host = {
  recorded,
  async start({ viewUrl, capabilities, context, width }) {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
    frame.title = "Trovella";
    frame.style.cssText = `border:1px solid #8886;border-radius:12px;width:${width}px;height:120px;display:block`;
    document.body.append(frame);
    bridge = new AppBridge(null, { name: "test-chat", version: "1" }, capabilities, {
      hostContext: context,
    });
    bridge.oncalltool = async (params) => {
      record("tools/call", params, null);
      return (await window.callServerTool(params)) as never;
    };
    bridge.onmessage = async (params) => record("ui/message", params, {});
    bridge.onopenlink = async (params) => record("ui/open-link", params, {});
    bridge.onupdatemodelcontext = async (params) => record("ui/update-model-context", params, {});
    bridge.onrequestdisplaymode = async ({ mode }) => record("display", mode, { mode });
    bridge.onsizechange = ({ height }) => {
      if (height) frame.style.height = `${height}px`;
    };
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    if (!frame.contentWindow) throw new Error("The frame has no window.");
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.src = viewUrl;
    await ready;
  },
  async show({ input, result }) {
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(result as never);
  },
  changeContext: (context) => bridge.setHostContext(context),
};
