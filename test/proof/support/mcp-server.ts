import { spawn } from "node:child_process";
import { once } from "node:events";
import { TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";

/** A running `trovella serve` that can be suspended or killed. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Its stderr: empty unless something went wrong. */
  readonly complaints: () => string;
  readonly isPaused: () => boolean;
  pause(): void;
  resume(): void;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Graceful shutdown: calls are finished and logged. */
  stop(): Promise<void>;
}

/** Starts a server on any free port; several may share a data directory. */
export function startServer(dataDirectory: string): Promise<ServerProcess> {
  return startServerProcess({ TROVELLA_DATA_DIR: dataDirectory });
}

/** Starts a server with this configuration, on a free port by default. */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  program = TROVELLA,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program, "serve"], {
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
  // No server outlives the proof, however it ends.
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  void ended.then(() => process.off("exit", killAtExit));

  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    complaints += text;
  });
  const url = await Promise.race([
    readUrl(child.stdout.setEncoding("utf8")),
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

/** Runs `work` with several servers on one data directory and stops them afterwards. */
export async function withServers<T>(
  { count, dataDirectory }: { readonly count: number; readonly dataDirectory: string },
  work: (servers: readonly ServerProcess[]) => Promise<T>,
): Promise<T> {
  // The first one creates the database, so it starts alone.
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

/** The number of stderr lines, and the first one. */
export function describeComplaints(text: string): string {
  const lines = text.split("\n").filter((line) => line !== "");
  return `${lines.length} lines on the servers' stderr${lines[0] ? `, first ${lines[0].slice(0, 500)}` : ""}`;
}

function readUrl(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    stdout.on("data", (more) => {
      text += more;
      const [, url] = /running at (\S+)\n/.exec(text) ?? [];
      if (url) resolve(url);
    });
  });
}
