import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stopPostgres } from "@trovella/db/embedded";
import { copyDataTemplate } from "@trovella/testing/database/data-template";
import { afterAll, beforeAll } from "vitest";
import { startServing } from "../../e2e/support/trovella-process.ts";

type Serving = Awaited<ReturnType<typeof startServing>>;

/** A server with a data directory of its own for the tests of a file, empty at first. */
export function useConsole(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-browser-"));
  const dataDirectory = path.join(folder, "data");
  let serving: Serving | undefined;
  const start = (options: string[] = []) =>
    startServing(options, { TROVELLA_DATA_DIR: dataDirectory, ...environment });
  const stop = async () => {
    serving?.child.kill("SIGKILL");
    await serving?.ended;
  };
  beforeAll(async () => {
    copyDataTemplate(dataDirectory);
    serving = await start();
  });
  afterAll(async () => {
    await stop();
    await stopPostgres({ dataDirectory });
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    dataDirectory,
    get url(): string {
      if (!serving) throw new Error("The server is not running.");
      return serving.url;
    },
    /** As if the machine had lost power. */
    stop,
    /** At the same URL as before. */
    async startAgain(): Promise<void> {
      serving = await start(["--port", new URL(serving?.url ?? "").port]);
    },
  };
}
