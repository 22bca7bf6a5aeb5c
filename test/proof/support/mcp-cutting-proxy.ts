import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Calls with this sessionId prefix never get their reply. The server sees the other prefix, of the same length. */
export const CUT = "cut-";
export const UNCUT = "all-";
const CUT_CALL = new RegExp(`"sessionId":"(${CUT}[^"]+)"`);

export interface CuttingProxy {
  readonly url: string;
  /** Sets the backend; a restarted server has another port. */
  forwardTo(url: string): void;
  /** Dropped replies by the sessionId of their call. */
  readonly lost: ReadonlyMap<string, object>;
  /** Whether a proxy in between answered the marked call in place of a server since the last question. */
  takeUnreached(sessionId: string): boolean;
  close(): Promise<void>;
}

/**
 * Forwards connections, but closes those of marked calls after the server has replied and before the
 * client receives the reply.
 */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let port = Number(new URL(target).port);
  const lost = new Map<string, object>();
  const unreached = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const upstream = connect(port, "127.0.0.1");
    for (const socket of [caller, upstream]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    joinSockets(caller, upstream, {
      onLost: (sessionId, reply) => lost.set(sessionId, reply),
      onUnreached: (sessionId) => unreached.add(sessionId),
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(url) {
      port = Number(new URL(url).port);
    },
    lost,
    takeUnreached: (sessionId) => unreached.delete(sessionId),
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
    },
  };
}

function joinSockets(
  caller: Socket,
  upstream: Socket,
  {
    onLost,
    onUnreached,
  }: {
    readonly onLost: (sessionId: string, reply: object) => void;
    readonly onUnreached: (sessionId: string) => void;
  },
): void {
  let request = "";
  let heldBack = "";
  const cut = () => {
    caller.destroy();
    upstream.destroy();
  };
  caller.on("data", (chunk) => {
    request += chunk.toString();
    const text = chunk.toString("latin1");
    upstream.write(text.replace(`"sessionId":"${CUT}`, `"sessionId":"${UNCUT}`), "latin1");
  });
  upstream.on("data", (chunk) => {
    const [, sessionId] = CUT_CALL.exec(request) ?? [];
    if (!sessionId) {
      // A connection carries one call at a time, so its reply ends the call.
      request = "";
      caller.write(chunk);
      return;
    }
    heldBack += chunk.toString();
    const reply = replyIn(heldBack);
    // A proxy in between may say in HTML that it reaches no server.
    const isUnreached = !reply && /^HTTP\/1\.1 5/.test(heldBack);
    if (reply) onLost(sessionId, reply);
    if (isUnreached) onUnreached(sessionId);
    if (reply || isUnreached) cut();
  });
  for (const socket of [caller, upstream]) socket.on("error", cut).on("close", cut);
}

/** The JSON-RPC message of a complete HTTP response, plain or as an event. */
function replyIn(text: string): object | null {
  const [, json] = /^(?:data: )?(\{.*\})\s*$/m.exec(text) ?? [];
  if (!json) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
