import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { INTERNET } from "./fetch-document.ts";

it("connects to the given IP address, whatever the name resolves to, and expects a certificate for that name", async () => {
  let hellos = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (data) => {
      if (data.includes("app.example")) hellos += 1;
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`https://app.example:${port}/client.json`);
  const signal = AbortSignal.timeout(5_000);
  await expect(INTERNET.get(url, { address: "127.0.0.1", signal })).rejects.toThrow();
  expect(hellos).toBe(1);
  await new Promise((resolve) => server.close(resolve));
});
