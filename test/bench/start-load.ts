import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadOptions, LoadReport } from "./team-load.ts";

const PROGRAM = fileURLToPath(new URL("./team-load.ts", import.meta.url));

/** Starts the load process; resolves when it is ready. */
export async function startLoad(options: LoadOptions): Promise<{ report: Promise<LoadReport> }> {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  let output = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (output.includes("\n")) resolve();
    });
  });
  const report = once(child, "close").then(([code]) => {
    process.off("exit", killAtExit);
    const [, json] = output.split("\n");
    if (code !== 0 || !json) throw new Error(`The load process exited with ${code}.`);
    return JSON.parse(json) as LoadReport;
  });
  await Promise.race([ready, report]);
  return { report };
}
