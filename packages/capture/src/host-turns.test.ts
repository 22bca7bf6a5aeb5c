import { describe, expect, it } from "vitest";
import { HostTurns } from "./host-turns.ts";

describe("turns of hosts", () => {
  it("let one request of a host run at a time, and no more than allowed of all", async () => {
    const turns = new HostTurns({ atOnce: 3, gapMs: 0 });
    const running: string[] = [];
    let most = 0;
    const work = (host: string) => async () => {
      expect(running).not.toContain(host);
      running.push(host);
      most = Math.max(most, running.length);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running.splice(running.indexOf(host), 1);
      return host;
    };
    const hosts = Array.from({ length: 40 }, (_, index) => `h${index % 8}`);
    expect(await Promise.all(hosts.map((host) => turns.run(host, work(host))))).toEqual(hosts);
    expect(most).toBe(3);
  });

  it("pause between two requests of a host, also after one that failed, but not between hosts", async () => {
    const turns = new HostTurns({ atOnce: 6, gapMs: 60_000 });
    const done: string[] = [];
    const fail = turns.run("a", () => Promise.reject(new Error("no")));
    await expect(fail).rejects.toThrow("no");
    const second = turns.run("a", async () => done.push("a"));
    await turns.run("b", async () => done.push("b"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual(["b"]);
    turns.close();
    await second;
    expect(done).toEqual(["b", "a"]);
  });

  it("of many hosts that pause cause no warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on("warning", note);
    const turns = new HostTurns({ atOnce: 6, gapMs: 60_000 });
    const hosts = Array.from({ length: 30 }, (_, index) => `h${index}`);
    await Promise.all(hosts.map((host) => turns.run(host, async () => host)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    turns.close();
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });
});
