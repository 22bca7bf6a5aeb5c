/** HTTP over a plain socket: cheap, and able to send what a proper client would refuse to. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawConnection {
  /** Sends the bytes of one request and waits for its whole reply; one exchange at a time. */
  exchange(request: string | Buffer): Promise<RawReply>;
  readonly socket: Socket;
  close(): void;
}

interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const LAST_CHUNK = "0\r\n\r\n";

/** The bytes of a request, with a Host and the length of its body unless the headers name them. */
export function rawRequest({ method = "POST", path = "/mcp", headers = {}, body }: RawRequest) {
  const bytes = Buffer.from(body ?? "");
  const all = { Host: "127.0.0.1", ...(body !== undefined && { "Content-Length": bytes.length }) };
  const lines = Object.entries({ ...all, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

/** A keep-alive connection to a local server. */
export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  let chunks: Buffer[] = [];
  let waiting: PromiseWithResolvers<RawReply> | undefined;

  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    // A stream is parsed only at its last chunk: parsing it again with every chunk would be quadratic.
    if (chunks.length === 1 || !isStream(chunks) || chunk.includes(LAST_CHUNK)) settle(false);
  });
  socket.on("end", () => settle(true));
  socket.on("error", (error) => waiting?.reject(error));
  socket.on("close", () => waiting?.reject(new Error("The connection closed without a reply.")));

  function settle(isEnded: boolean): void {
    const reply = parseReply(Buffer.concat(chunks), isEnded);
    if (!reply || !waiting) return;
    const { resolve } = waiting;
    waiting = undefined;
    chunks = [];
    resolve(reply);
  }

  return {
    socket,
    exchange(request) {
      waiting = withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

/** Opens a connection for a single exchange. */
export async function exchangeOnce(port: number, request: string | Buffer): Promise<RawReply> {
  const connection = await openConnection(port);
  try {
    return await connection.exchange(request);
  } finally {
    connection.close();
  }
}

/** Runs `count` exchanges over `callers` connections and passes each reply to `onReply`. */
export async function exchangeMany(
  { port, callers, count }: { port: number; callers: number; count: number },
  requestFor: (index: number) => string | Buffer,
  onReply: (reply: RawReply, index: number) => void,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      const connection = await openConnection(port);
      while (next < count) {
        const index = next;
        next += 1;
        onReply(await connection.exchange(requestFor(index)), index);
      }
      connection.close();
    }),
  );
}

/** The messages of a reply, whether it is one JSON document or a stream of events. */
export function messagesOf({ headers, body }: RawReply): unknown[] {
  if (body === "") return [];
  if (!headers["content-type"]?.startsWith("text/event-stream")) return [JSON.parse(body)];
  return [...body.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
}

function isStream([first]: readonly Buffer[]): boolean {
  return first?.includes("Transfer-Encoding: chunked") ?? false;
}

/** Undefined while the reply is incomplete. */
function parseReply(bytes: Buffer, isEnded: boolean): RawReply | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n");
  const headers = Object.fromEntries(lines.map(splitHeader));
  const status = Number(statusLine.split(" ")[1]);
  const body = bytes.subarray(headEnd + 4);

  if (headers["transfer-encoding"] === "chunked") {
    const text = joinChunks(body);
    return text === undefined ? undefined : { status, headers, body: text };
  }
  const length = headers["content-length"];
  const isComplete =
    length === undefined ? isEnded || status === 202 : body.length >= Number(length);
  return isComplete ? { status, headers, body: body.toString("utf8") } : undefined;
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function joinChunks(bytes: Buffer): string | undefined {
  const parts: Buffer[] = [];
  let start = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", start);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", start, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (size === 0) return Buffer.concat(parts).toString("utf8");
    parts.push(bytes.subarray(lineEnd + 2, end));
    start = end + 2;
  }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** `Promise.withResolvers` of later versions of Node. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
