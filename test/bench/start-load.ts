import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadOrders, LoadReport } from "./team-load.ts";

const PROGRAM = fileURLToPath(new URL("./team-load.ts", import.meta.url));

/** Starts the load; resolves when it is about to begin. */
export async function startLoad(orders: LoadOrders): Promise<{ report: Promise<LoadReport> }> {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, JSON.stringify(orders)], {
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
    if (code !== 0 || !json) throw new Error(`The load ended with ${code}.`);
    return JSON.parse(json) as LoadReport;
  });
  await Promise.race([ready, report]);
  return { report };
}
