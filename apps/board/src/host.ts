/** What the host around the card can do and how it looks, as it says when the card starts. */
interface HostAbilities {
  readonly serverTools?: object;
  readonly openLinks?: object;
  readonly message?: object;
  readonly updateModelContext?: object;
}

export interface HostContext {
  readonly theme?: string;
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> };
  readonly displayMode?: string;
  readonly availableDisplayModes?: readonly string[];
  readonly locale?: string;
  readonly timeZone?: string;
}

export interface Host {
  readonly abilities: HostAbilities;
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
}

/** The messages of the host, by method. Those that nobody handles are ignored. */
export type HostMessages = Readonly<Record<string, (params: Record<string, unknown>) => void>>;

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const PROTOCOL_VERSION = "2026-01-26";

/** Connects to the host by JSON-RPC over `postMessage` and resolves when it has answered (MCP Apps, 2026-01-26). */
export async function connectHost(
  messages: HostMessages,
  onContext: (context: HostContext) => void,
): Promise<Host> {
  const waiting = new Map<unknown, Waiting>();
  let lastId = 0;
  const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      send({ id: lastId, method, params });
    });
  const notify = (method: string, params: object) => send({ method, params });

  window.addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
    // Only the host is above this frame; other frames may post here, too.
    if (source !== window.parent || data?.jsonrpc !== "2.0") return;
    if (data.method === undefined) settle(waiting, data);
    else if (data.id === undefined) messages[String(data.method)]?.(data.params ?? {});
    else send(answerTo(data));
  });

  const { hostCapabilities = {}, hostContext = {} } = (await request("ui/initialize", {
    protocolVersion: PROTOCOL_VERSION,
    appInfo: { name: "trovella-board", title: "Trovella", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  })) as { hostCapabilities?: HostAbilities; hostContext?: HostContext };
  onContext(hostContext);
  notify("ui/notifications/initialized", {});
  return { abilities: hostCapabilities, request, notify };
}

export function callTool(host: Host, name: string, input: object): Promise<unknown> {
  return host.request("tools/call", { name, arguments: input });
}

/** Whether the host did what it was asked. */
export async function attempt(host: Host, method: string, params: object): Promise<boolean> {
  try {
    const result = (await host.request(method, params)) as { isError?: boolean } | undefined;
    return result?.isError !== true;
  } catch {
    return false;
  }
}

function settle(waiting: Map<unknown, Waiting>, { id, result, error }: Message): void {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (error) asked?.reject(new Error(String(error.message ?? "The host refused.")));
  else asked?.resolve(result);
}

/** The host may ask whether the card is there, and announce its end; there is nothing to save. */
function answerTo({ id, method }: Message): object {
  return method === "ping" || method === "ui/resource-teardown"
    ? { id, result: {} }
    : { id, error: { code: -32601, message: "Method not found" } };
}
