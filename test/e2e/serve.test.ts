import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { runTrovella, startServing } from "./support/trovella-process.ts";

type Serving = Awaited<ReturnType<typeof startServing>>;

const started: Serving[] = [];

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
});

describe("trovella serve", () => {
  it("prints its URL on stdout and answers there", async () => {
    const { url, output } = await serving();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(output.stdout).toContain("Press Ctrl+C to stop.");

    const health = await fetch(`${url}/healthz`);
    expect(await health.json()).toEqual({ status: "ok" });
    const page = await fetch(url);
    expect(await page.text()).toContain("<title>Trovella</title>");
  });

  it("refuses a Host header that is not this computer", async () => {
    const { url } = await serving();
    expect(await statusFor(url, "evil.example")).toBe(403);
    expect(await statusFor(url, "localhost")).toBe(200);
  });

  it("answers a request it cannot read with JSON and the security headers", async () => {
    const { url } = await serving();
    const answer = await exchange(url, "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
    expect(answer).toContain('"error":"BAD_REQUEST"');
  });

  it("logs requests to stderr, never to stdout, when the log level asks for it", async () => {
    const { url, child, ended, output } = await serving([], { LOG_LEVEL: "debug" });
    await fetch(`${url}/version`);
    child.kill("SIGTERM");
    await ended;
    expect(output.stderr).toContain('"path":"/version"');
    expect(output.stdout.trim().split("\n")).toHaveLength(3);
  });

  it("warns when other computers may reach it", async () => {
    const { url, output } = await serving(["--host", "0.0.0.0"], {
      TROVELLA_LOCAL_NETWORK: "allow",
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(output.stdout).toContain("other computers may reach it");
  });

  it("does not listen for other computers without sign-in unless that is meant", async () => {
    const { exitCode, stderr } = await runTrovella(["serve", "--port", "0", "--host", "0.0.0.0"]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain("TROVELLA_LOCAL_NETWORK=allow");
  });

  it("names a port that is in use and says what to do", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const { port } = blocker.address() as AddressInfo;
    try {
      const { exitCode, stderr } = await runTrovella(["serve", "--port", String(port)]);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is already in use.*--port`));
      expect(stderr.trim().split("\n")).toHaveLength(1);
    } finally {
      blocker.close();
    }
  });

  it.each(["192.0.2.1", "no-such-host.invalid"])(
    "says that %s is not an address of this computer",
    async (host) => {
      const { exitCode, stderr } = await runTrovella(["serve", "--port", "0", "--host", host], {
        TROVELLA_LOCAL_NETWORK: "allow",
      });
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(`${host} is not an address of this computer`);
    },
  );

  it.each(["SIGTERM", "SIGINT"] as const)("exits with 0 on %s", async (signal) => {
    const { url, child, ended } = await serving();
    await fetch(url); // Leaves a kept-alive connection behind.
    child.kill(signal);
    expect(await ended).toBe(0);
  });

  it("stops accepting on a signal, but finishes the request in flight", async () => {
    const { url, child, ended } = await serving();
    const socket = await openUnfinishedRequest(url);
    child.kill("SIGTERM");
    await expect.poll(() => canConnect(url)).toBe(false);

    socket.setEncoding("utf8").write("\r\n");
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*{"status":"ok"}/s);
    expect(await ended).toBe(0);
  });

  it("treats two simultaneous signals as one", async () => {
    const { child, ended } = await serving();
    child.kill("SIGINT");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  it("exits immediately on a second signal, even with an unfinished request", async () => {
    const { url, child, ended } = await serving();
    await openUnfinishedRequest(url);
    child.kill("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 700));
    child.kill("SIGINT");
    expect(await ended).toBe(1);
  });
});

async function serving(...settings: Parameters<typeof startServing>): Promise<Serving> {
  const server = await startServing(...settings);
  started.push(server);
  return server;
}

async function statusFor(url: string, host: string): Promise<number | undefined> {
  const [response] = await once(request(url, { headers: { host } }).end(), "response");
  response.resume();
  return response.statusCode;
}

/** Sends the text as it is and returns everything that comes back. */
async function exchange(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  socket.end(text);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer;
}

/** A request that lacks only the empty line at its end. */
async function openUnfinishedRequest(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
  await new Promise((resolve) => setTimeout(resolve, 100));
  return socket;
}

function canConnect(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise<boolean>((resolve) => {
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
  }).finally(() => socket.destroy());
}
