import { spawn } from "node:child_process";
import { once } from "node:events";
import { TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";

/** A running `trovella serve`, which may be made to stand still or die. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** What it wrote to stderr: nothing, unless something went wrong. */
  readonly complaints: () => string;
  readonly isPaused: () => boolean;
  pause(): void;
  resume(): void;
  /** At once, as a crash would. */
  kill(): Promise<void>;
  /** As Ctrl+C would: calls are finished and logged. */
  stop(): Promise<void>;
}

/** Starts a server on any free port; several may share a data directory. */
export function startServer(dataDirectory: string): Promise<ServerProcess> {
  return startServerProcess({ TROVELLA_DATA_DIR: dataDirectory });
}

/** Starts a server that is configured like this, on any free port unless it names one. */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [TROVELLA, "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      LOG_LEVEL: "warn",
      PORT: "0",
      ...WITHOUT_MODEL,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  // Whatever happens to the proof, nothing of it stays behind.
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  void ended.then(() => process.off("exit", killAtExit));

  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaints += text;
  });
  const url = await Promise.race([
    readAddress(child.stdout.setEncoding("utf8")),
    ended.then(() => Promise.reject(new Error(`The server did not start: ${complaints}`))),
  ]);

  let isPaused = false;
  const resume = () => {
    child.kill("SIGCONT");
    isPaused = false;
  };
  return {
    url,
    pid: child.pid ?? 0,
    complaints: () => complaints,
    isPaused: () => isPaused,
    pause() {
      isPaused = true;
      child.kill("SIGSTOP");
    },
    resume,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      resume();
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Runs `work` with some servers on one data directory and ends them afterwards. */
export async function withServers<T>(
  { count, dataDirectory }: { readonly count: number; readonly dataDirectory: string },
  work: (servers: readonly ServerProcess[]) => Promise<T>,
): Promise<T> {
  // One after the other would show nothing less, but the first makes the database.
  const first = await startServer(dataDirectory);
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => startServer(dataDirectory)),
  );
  const servers = [first, ...others];
  try {
    return await work(servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The first of the lines that servers wrote to stderr, and how many there were. */
export function describeComplaints(text: string): string {
  const lines = text.split("\n").filter((line) => line !== "");
  return `${lines.length} lines on the servers' stderr${lines[0] ? `, first ${lines[0].slice(0, 500)}` : ""}`;
}

function readAddress(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    stdout.on("data", (more) => {
      text += more;
      const [, address] = /running at (\S+)\n/.exec(text) ?? [];
      if (address) resolve(address);
    });
  });
}
