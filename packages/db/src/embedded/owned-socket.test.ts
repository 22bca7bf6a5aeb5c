import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRoot } from "./operating-system-user.ts";
import { embeddedConnection, OwnedSocket, socketProblem } from "./owned-socket.ts";

const STRANGER = 54_321;

let dataDirectory: string;
let socketDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-owned-"));
  socketDirectory = path.join(dataDirectory, "run");
});
afterEach(() => rmSync(dataDirectory, { recursive: true }));

describe("the directory of the socket", () => {
  it("is trusted when it is ours and closed to others", () => {
    mkdirSync(socketDirectory, { mode: 0o700 });
    expect(problem()).toBeNull();
  });

  it.each([0o755, 0o710, 0o770, 0o1777])("is refused with mode %o", (mode) => {
    mkdirSync(socketDirectory);
    chmodSync(socketDirectory, mode);
    expect(problem()?.message).toMatch(/open to other users.* Next: run "chmod 700/);
  });

  it("is refused when it is a link or a file", () => {
    mkdirSync(`${socketDirectory}-real`, { mode: 0o700 });
    symlinkSync(`${socketDirectory}-real`, socketDirectory);
    expect(problem()?.message).toContain("is not a directory");
    rmSync(socketDirectory);
    writeFileSync(socketDirectory, "");
    expect(problem()?.message).toContain("is not a directory");
  });

  it.runIf(isRoot())("is refused when another user owns it", () => {
    mkdirSync(socketDirectory, { mode: 0o700 });
    chownSync(socketDirectory, STRANGER, STRANGER);
    expect(problem()?.message).toMatch(/belongs to another user.* Next: remove it/);
  });
});

it("does not even connect to a socket in such a directory", async () => {
  mkdirSync(socketDirectory);
  chmodSync(socketDirectory, 0o777);
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  });
  const file = path.join(socketDirectory, ".s.PGSQL.5432");
  await once(server.listen(file), "listening");
  try {
    const socket = new OwnedSocket({ socketDirectory, dataDirectory });
    socket.connect(file);
    const error = await new Promise((resolve) => socket.once("error", resolve));
    expect(error).toMatchObject({ code: "UNAVAILABLE" });
    const target = { socketDirectory, dataDirectory, user: "ada", database: "postgres" };
    const client = new pg.Client(embeddedConnection(target));
    await expect(client.connect()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(connections).toBe(0);
  } finally {
    server.close();
  }
});

function problem() {
  return socketProblem({ socketDirectory, dataDirectory });
}
