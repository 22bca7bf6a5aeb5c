import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Broken {
  readonly what: string;
  readonly bytes: string;
  /** Whether the client disconnects before the reply. */
  readonly isLeft: boolean;
}

const HEAD =
  "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
const PING =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping","arguments":{}}}';
const WHOLE = `${HEAD}Content-Length: ${PING.length}\r\n\r\n${PING}`;
const REPLY_TIMEOUT_MS = 300;

/** Connections that break off, send a wrong length or no HTTP. */
export const BROKEN: readonly Broken[] = [
  { what: "no HTTP", bytes: "what is this\r\n\r\n", isLeft: false },
  { what: "an old HTTP", bytes: "GET /mcp\r\n\r\n", isLeft: false },
  { what: "a NUL in a header", bytes: WHOLE.replace("Host:", "X\0: y\r\nHost:"), isLeft: false },
  {
    what: "two lengths",
    bytes: WHOLE.replace("\r\n\r\n", "\r\nContent-Length: 1\r\n\r\n"),
    isLeft: false,
  },
  {
    what: "a length and chunks",
    bytes: WHOLE.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n"),
    isLeft: false,
  },
  { what: "a negative length", bytes: `${HEAD}Content-Length: -5\r\n\r\n${PING}`, isLeft: false },
  {
    what: "broken chunks",
    bytes: `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n${PING}`,
    isLeft: false,
  },
  { what: "a length too short", bytes: `${HEAD}Content-Length: 20\r\n\r\n${PING}`, isLeft: false },
  { what: "ten requests at once", bytes: WHOLE.repeat(10), isLeft: false },
  { what: "half a head", bytes: HEAD, isLeft: true },
  { what: "half a body", bytes: `${HEAD}Content-Length: 5000\r\n\r\n${PING}`, isLeft: true },
  { what: "a call whose client disconnects", bytes: WHOLE, isLeft: true },
  {
    what: "half a chunk",
    bytes: `${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a`,
    isLeft: true,
  },
  { what: "nothing", bytes: "", isLeft: true },
];

/** Sends the bytes and returns the reply received within the timeout. */
export async function sendBroken(url: string, { bytes, isLeft }: Broken): Promise<string> {
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: "127.0.0.1" });
  let answer = "";
  socket.setEncoding("latin1").on("data", (text) => {
    answer += text;
  });
  socket.on("error", () => undefined);
  socket.write(bytes, "latin1");
  await sleep(isLeft ? 10 : REPLY_TIMEOUT_MS);
  socket.destroy();
  return answer;
}
