import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../config.ts";
import { findRunningServer, ServerPresence } from "./running-servers.ts";

const PUBLIC_URL = "https://research.example";

let directory: string;
const servers: Server[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "trovella-running-"));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(directory, { recursive: true });
});

describe("a running server", () => {
  it("is found by its public URL until it stops", async () => {
    const presence = new ServerPresence(config());
    const listensAt = await answering((challenge) => presence.prove(challenge));
    expect(await findRunningServer(config())).toBeNull();
    await presence.announce({ url: PUBLIC_URL, listensAt });
    expect(await findRunningServer(config())).toMatchObject({ url: PUBLIC_URL, listensAt });
    await presence.withdraw();
    expect(await findRunningServer(config())).toBeNull();
  });

  it("is not found by processes on another database", async () => {
    await announced();
    const other = { DATABASE_URL: "postgres://db.example/x" };
    expect(await findRunningServer(config(other))).toBeNull();
  });

  it.each<[string, (challenge: string) => unknown]>([
    ["says nothing", () => undefined],
    ["repeats the challenge", (challenge) => challenge],
    ["has another key", (challenge) => new ServerPresence(config()).prove(challenge)],
    ["sends no text", () => 1],
  ])("is not mistaken for a program on its port that %s", async (_, prove) => {
    const presence = new ServerPresence(config());
    await presence.announce({ url: PUBLIC_URL, listensAt: await answering(prove) });
    expect(await findRunningServer(config())).toBeNull();
  });

  it("is found beside the remains of others, of which few are kept", async () => {
    const gone = "http://127.0.0.1:9";
    for (let count = 0; count < 12; count += 1) {
      await new ServerPresence(config()).announce({ url: gone, listensAt: gone });
    }
    await announced();
    const [folder = ""] = readdirSync(path.join(directory, "running"));
    const files = path.join(directory, "running", folder);
    expect(readdirSync(files)).toHaveLength(8);
    expect(statSync(files).mode & 0o777).toBe(0o700);
    for (const text of ["", "{", "[]", '{"url":"javascript:x"}', "x".repeat(20_000)]) {
      writeFileSync(path.join(files, `${Date.now() + text.length}-ab.json`), text);
    }
    expect((await findRunningServer(config()))?.url).toBe(PUBLIC_URL);
  });

  it("proves itself only to a challenge", () => {
    const presence = new ServerPresence(config());
    expect(presence.prove("0".repeat(32))).toMatch(/^[0-9a-f]{64}$/);
    for (const challenge of [undefined, "", "0", "x".repeat(32), "0".repeat(10_000)]) {
      expect(presence.prove(challenge)).toBeNull();
    }
  });
});

function config(more: Record<string, string> = {}) {
  return loadConfig({ TROVELLA_DATA_DIR: directory, ...more });
}

async function announced(): Promise<void> {
  const presence = new ServerPresence(config());
  const listensAt = await answering((challenge) => presence.prove(challenge));
  await presence.announce({ url: PUBLIC_URL, listensAt });
}

/** A program that answers challenges in this way. */
async function answering(prove: (challenge: string) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    response.end(JSON.stringify({ proof: prove(searchParams.get("challenge") ?? "") }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
