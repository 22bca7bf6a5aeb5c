import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installSuite } from "./install-suite.ts";

interface AuthorizationOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly resource: string;
  /** Redirect URL of the suite, `http://127.0.0.1:PORT/callback`. */
  readonly port: number;
  /** The user's part: opens the URL that the suite prints and consents. */
  readonly visit: (url: string) => Promise<void>;
}

/** Runs the suite's scenarios for authorization servers. */
export async function runAuthorizationSuite(options: AuthorizationOptions) {
  const installed = installSuite();
  if ("obstacle" in installed) throw new Error(`The suite cannot be run: ${installed.obstacle}.`);
  const [node, suite] = installed.command;
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-conformance-"));
  const { issuer, clientId, resource, port, visit } = options;
  const child = spawn(
    node,
    [
      ...[suite, "authorization", "--url", issuer, "--client-id", clientId],
      ...["--resource", resource, "--port", String(port)],
    ],
    { cwd: folder, env: { PATH: process.env.PATH }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  let visited: Promise<void> | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      const [url] = /^https?:\/\/\S+\/authorize\?\S+(?=\n)/m.exec(output) ?? [];
      if (url) visited ??= visit(url);
    });
  }
  const [exitCode] = await once(child, "close");
  await visited;
  rmSync(folder, { recursive: true, force: true });
  return { exitCode: exitCode as number, output };
}
