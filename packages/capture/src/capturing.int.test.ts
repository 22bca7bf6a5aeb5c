import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { withTenantContext } from "@trovella/db";
import { claimCaptureJobs } from "@trovella/db/evidence";
import {
  type LoopbackNetwork,
  PUBLIC_ADDRESS,
  startLoopbackNetwork,
} from "@trovella/testing/capture/loopback-network";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type Capturing, type CapturingOptions, startCapturing } from "./index.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const A = "org_a";
const B = "org_b";

type Page = (request: IncomingMessage, response: ServerResponse) => void;

let test: TestDatabase;
let network: LoopbackNetwork;
let pages: Record<string, Page>;
const started: Capturing[] = [];
beforeEach(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  pages = {};
  network = await startLoopbackNetwork(
    (request, response) => {
      const page = pages[request.url ?? ""];
      if (page) return page(request, response);
      response.setHeader("content-type", "text/html").end(`<p>Page ${request.url}.`);
    },
    (host) => (host === "inside.example" ? ["10.0.0.7"] : [PUBLIC_ADDRESS]),
  );
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((capturing) => capturing.close()));
  await network.close();
  await test.drop();
});

describe("capturing", () => {
  it("stores the text of each page with its hash, and empties the queue", async () => {
    pages["/1"] = (_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end('<html lang="en"><p>Seen.</p><p hidden>Not seen.</p></html>');
    };
    await queue(A, ["http://site.example/1"]);
    await queue(B, ["https://other.example/2"]);
    const told: unknown[] = [];
    await start({ onCaptured: (tenant, keys) => told.push([tenant, keys]) }).idle();
    expect(await waiting()).toEqual([]);
    const [first, second] = await captures();
    expect(first).toMatchObject({
      organization_id: A,
      key: "http://site.example/1",
      final_url: "http://site.example/1",
      captured_by: "server",
      http_status: 200,
      content_type: "text/html; charset=utf-8",
      fetched_at: NOW,
      text: "Seen.",
      text_sha256: createHash("sha256").update("Seen.").digest("hex"),
      words: 1,
      language: "en",
      extractor: "html 1",
      failure: null,
    });
    expect(second).toMatchObject({ organization_id: B, text: "Page /2." });
    expect(told).toEqual(
      expect.arrayContaining([
        [{ organizationId: A }, ["http://site.example/1"]],
        [{ organizationId: B }, ["https://other.example/2"]],
      ]),
    );
  });

  it("says why there is no text", async () => {
    pages["/dead"] = (_, response) => response.writeHead(404).end("Nothing here.");
    pages["/gone"] = (_, response) => response.writeHead(410).end();
    pages["/locked"] = (_, response) => response.writeHead(403).end();
    pages["/image"] = (_, response) => response.setHeader("content-type", "image/png").end("x");
    pages["/large"] = (_, response) => {
      response.setHeader("content-type", "text/plain").end(Buffer.alloc(5_000_001, "x"));
    };
    pages["/inward"] = (_, response) =>
      response.writeHead(302, { location: "http://127.0.0.1/" }).end();
    pages["/loop"] = (_, response) => response.writeHead(302, { location: "/loop" }).end();
    pages["/thin"] = (_, response) => response.setHeader("content-type", "text/html").end("<p>");
    const names = ["dead", "gone", "locked", "image", "large", "inward", "loop", "thin"];
    await queue(A, [
      ...names.map((name) => `http://${name}.example/${name}`),
      "http://inside.example/",
      "http://192.168.0.1/admin",
      "http://site.example:8080/",
    ]);
    await start().idle();
    const failures = (await captures()).map(({ url, failure, text }) => [
      String(url).replace(/^http:\/\//, ""),
      failure,
      text,
    ]);
    expect(Object.fromEntries(failures.map(([url, failure]) => [url, failure]))).toEqual({
      "dead.example/dead": "dead",
      "gone.example/gone": "dead",
      "locked.example/locked": "status",
      "image.example/image": "unreadable",
      "large.example/large": "too_large",
      "inward.example/inward": "refused",
      "loop.example/loop": "status",
      "thin.example/thin": null,
      "inside.example/": "refused",
      "192.168.0.1/admin": "refused",
      "site.example:8080/": "refused",
    });
    expect(failures.every(([, , text]) => text === "")).toBe(true);
    expect(await waiting()).toEqual([]);
    expect(network.requests.filter(({ address }) => address !== PUBLIC_ADDRESS)).toEqual([]);
  });

  it("tries three times what may pass, then stores the failure; a later success counts", async () => {
    let round = 0;
    pages["/busy"] = (_, response) => response.writeHead(503).end();
    pages["/slow"] = () => undefined;
    pages["/shaky"] = (request, response) => {
      round += 1;
      if (round < 3) request.socket.destroy();
      else response.setHeader("content-type", "text/plain").end("At last.");
    };
    await queue(A, ["http://a.example/busy", "http://b.example/slow", "http://c.example/shaky"]);
    start({ retryMs: 5, timeoutMs: 100 });
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
    expect((await captures()).map(({ failure, text }) => [failure, text])).toEqual([
      ["status", ""],
      ["slow", ""],
      [null, "At last."],
    ]);
    expect(network.requests).toHaveLength(9);
  });

  it("keeps a delayed job with its reason until it is due", async () => {
    pages["/busy"] = (_, response) => response.writeHead(429, { "retry-after": "60" }).end();
    await queue(A, ["http://a.example/busy"]);
    await start({ retryMs: 5 }).idle();
    const [row] = await rows(
      "SELECT attempts, last_error, extract(epoch FROM locked_until - updated_at) AS wait FROM capture_job",
    );
    expect(row).toMatchObject({ attempts: 1, last_error: "status 429" });
    expect(Math.round(Number(row?.wait))).toBe(60);
  });

  it("starts when woken, and loses no wake-up while it works", async () => {
    const capturing = start();
    await capturing.idle();
    for (let number = 0; number < 10; number += 1) {
      await queue(A, [`http://h${number}.example/`]);
      capturing.wake(A);
      await sleep(number);
    }
    await capturing.idle();
    expect(await waiting()).toEqual([]);
    expect(await captures()).toHaveLength(10);
  });

  it("gives each organization its turn, and lets no slow host hold up the others", async () => {
    pages["/slow"] = (_, response) =>
      setTimeout(() => response.setHeader("content-type", "text/plain").end("Slow."), 300);
    await queue(
      A,
      Array.from({ length: 30 }, (_, number) => `http://one.example/${number}`),
    );
    await queue(A, ["http://one.example/slow"]);
    await queue(B, ["http://two.example/"]);
    await start({ hostGapMs: 5 }).idle();
    const order = network.requests.map(({ url }) => url);
    expect(order).toHaveLength(32);
    expect(order.indexOf("http://two.example/")).toBeLessThan(7);
  });

  it("sends a host one request at a time, and no more than six at once", async () => {
    const open: string[] = [];
    let most = 0;
    const watch: Page = async ({ headers }, response) => {
      const host = headers.host ?? "";
      expect(open).not.toContain(host);
      open.push(host);
      most = Math.max(most, open.length);
      // All answers wait until as many are open as may be.
      while (most < 6) await sleep(5);
      await sleep(20);
      open.splice(open.indexOf(host), 1);
      response.setHeader("content-type", "text/plain").end("x");
    };
    const urls = Array.from(
      { length: 40 },
      (_, number) => `http://h${number % 10}.example/${number}`,
    );
    for (const url of urls) pages[new URL(url).pathname] = watch;
    await queue(A, urls.slice(0, 20));
    await queue(B, urls.slice(20));
    await start().idle();
    expect(network.requests).toHaveLength(40);
    expect(most).toBe(6);
  });
});

describe("several processes on one queue", () => {
  it("do each job once", async () => {
    const urls = Array.from({ length: 60 }, (_, number) => `http://h${number}.example/${number}`);
    await queue(A, urls.slice(0, 40));
    await queue(B, urls.slice(40));
    const workers = [start(), start(), start()];
    await Promise.all(workers.map((worker) => worker.idle()));
    expect(await waiting()).toEqual([]);
    expect(network.requests.map(({ url }) => url).sort()).toEqual([...urls].sort());
    expect(await captures()).toHaveLength(60);
  });

  it("take over what one that was killed had claimed, when its lock expires", async () => {
    await queue(A, ["http://site.example/1"]);
    const claimed = await withTenantContext(test.database, { organizationId: A }, (context) =>
      claimCaptureJobs(context, { limit: 5, lockMs: 4_000 }),
    );
    expect(claimed).toHaveLength(1);
    const worker = start();
    await worker.idle();
    expect(await waiting()).toHaveLength(1);
    await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
    expect(network.requests).toHaveLength(1);
  });

  it("a closed one drops what it was doing; another does it when the lock expires", async () => {
    let isStuck = true;
    pages["/1"] = (_, response) => {
      if (isStuck) return;
      response.setHeader("content-type", "text/plain").end("Read.");
    };
    await queue(A, ["http://site.example/1"]);
    const first = start({ lockMs: 1_000 });
    await expect.poll(() => network.requests.length).toBe(1);
    await first.close();
    expect(await captures()).toEqual([]);
    isStuck = false;
    start();
    await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
    expect(await captures()).toMatchObject([{ text: "Read." }]);
  });
});

describe("waiting for captures", () => {
  it("ends when they are made, by this process or another, whatever came of them", async () => {
    pages["/dead"] = (_, response) => response.writeHead(404).end();
    const urls = ["http://a.example/1", "http://b.example/dead"];
    const here = start({ sweepMs: 3_600_000 });
    await here.idle();
    await queue(A, urls);
    const waited = here.settled(A, urls, 30_000);
    start();
    await waited;
    expect(await waiting()).toEqual([]);
    await here.settled(A, ["http://unknown.example/"], 30_000);
    await here.settled(A, [], 30_000);
    // The jobs of another organization are none of its concern.
    await queue(B, urls);
    await here.settled(A, urls, 30_000);
  });

  it("ends after its time, and when capturing is closed", async () => {
    pages["/slow"] = () => undefined;
    await queue(A, ["http://a.example/slow"]);
    const capturing = start();
    await capturing.settled(A, ["http://a.example/slow"], 50);
    expect(await waiting()).toHaveLength(1);
    const waited = capturing.settled(A, ["http://a.example/slow"], 600_000);
    await capturing.close();
    await waited;
  });
});

function start(options: Partial<CapturingOptions> = {}): Capturing {
  const capturing = startCapturing({
    database: test.database,
    network,
    fetchedBy: "1.2.3",
    now: () => NOW,
    hostGapMs: 0,
    onProblem: (error) => {
      throw error;
    },
    ...options,
  });
  started.push(capturing);
  return capturing;
}

async function queue(organizationId: string, urls: readonly string[]): Promise<void> {
  await storedRows(
    { test },
    `INSERT INTO capture_job (organization_id, id, key, url, created_at)
     SELECT $1, 'job_' || md5(url), url, url, now() + place * interval '1 microsecond' - interval '1 second'
     FROM unnest($2::text[]) WITH ORDINALITY AS given (url, place)`,
    [organizationId, urls],
  );
}

function rows(text: string): Promise<Record<string, unknown>[]> {
  return storedRows({ test }, text);
}

function waiting() {
  return rows("SELECT key FROM capture_job ORDER BY key");
}

function captures() {
  return rows("SELECT * FROM source_capture ORDER BY organization_id, url");
}
