import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import type { Deliverable } from "./deliverable.ts";
import { renderChanges } from "./docx/changes/render-changes.ts";
import { renderBody } from "./html/render-body.ts";
import { lintDeliverable } from "./lint.ts";
import { readDocument } from "./read-document.ts";
import { renderDeliverable } from "./render-deliverable.ts";
import { RenderingRefused, RenderingThreads } from "./rendering-threads.ts";

const AMPLE = { timeLimitMs: 60_000, organizationId: "org_a" };
const TIMEOUT_MS = 90_000;
const OLDER: Deliverable = { ...SAMPLE, version: 1, markdown: "An older text." };
const CROWDED: Deliverable = { ...SAMPLE, markdown: "*a_b".repeat(75_000) };
const REFUSAL = /^This output has too many lists, tables or marks .*\. Next: shorten it/;
const NO_TEXTS = { byId: new Map(), idsOf: new Map() };

describe("rendering in threads", () => {
  it(
    "gives what rendering gives, and leaves the process to others meanwhile",
    async () => {
      const threads = new RenderingThreads();
      let ticks = 0;
      const clock = setInterval(() => {
        ticks += 1;
      }, 5);
      const [html, docx, body, changes, lint] = await Promise.all([
        threads.run({ kind: "render", deliverable: SAMPLE, format: "html" }, AMPLE),
        threads.run({ kind: "render", deliverable: SAMPLE, format: "docx" }, AMPLE),
        threads.run({ kind: "body", deliverable: SAMPLE }, AMPLE),
        threads.run({ kind: "changes", before: OLDER, after: SAMPLE }, AMPLE),
        threads.run(
          { kind: "lint", deliverable: SAMPLE, texts: NO_TEXTS, maxCharacters: 5_000 },
          AMPLE,
        ),
      ]);
      clearInterval(clock);
      expect(ticks).toBeGreaterThan(10);
      expect(html).toEqual(await renderDeliverable(SAMPLE, "html"));
      const { bytes, ...about } = await renderDeliverable(SAMPLE, "docx");
      expect(docx).toMatchObject(about);
      expect(Buffer.compare(docx.bytes, bytes)).toBe(0);
      expect(body).toEqual(renderBody(readDocument(SAMPLE)));
      expect(changes.fileName).toBe("heat-pumps-for-older-houses-v2-changes-since-v1.docx");
      expect(Buffer.compare(changes.bytes, await renderChanges(OLDER, SAMPLE))).toBe(0);
      expect(lint).toEqual(lintDeliverable(SAMPLE, { textsOf: () => [] }));
    },
    TIMEOUT_MS,
  );

  it(
    "ends a thread that takes too long or too much memory, and goes on with the next job",
    async () => {
      const threads = new RenderingThreads({ maxThreads: 1, memoryMb: 48 });
      const render = (deliverable: Deliverable, timeLimitMs = AMPLE.timeLimitMs) =>
        threads.run({ kind: "render", deliverable, format: "html" }, { ...AMPLE, timeLimitMs });
      const outcomes = await Promise.allSettled([
        render(SAMPLE),
        render(CROWDED, 40),
        render(SAMPLE),
        render(CROWDED),
        render(SAMPLE),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual([
        "fulfilled",
        "rejected",
        "fulfilled",
        "rejected",
        "fulfilled",
      ]);
      for (const outcome of outcomes.filter(({ status }) => status === "rejected")) {
        const { reason } = outcome as PromiseRejectedResult;
        expect(reason).toBeInstanceOf(RenderingRefused);
        expect([reason.reason, reason.message]).toEqual([
          "too_large",
          expect.stringMatching(REFUSAL),
        ]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    "passes on what is too large to render",
    async () => {
      const threads = new RenderingThreads();
      const sources = Array.from({ length: 1_001 }, (_, index) => source(`s${index}`));
      const job = { kind: "render", deliverable: { ...SAMPLE, sources }, format: "html" } as const;
      await expect(threads.run(job, AMPLE)).rejects.toThrow(/1,001 sources and the limit is/);
    },
    TIMEOUT_MS,
  );

  it("refuses what a thread dies of, and tells apart what is a bug", async () => {
    const job = { kind: "render", deliverable: SAMPLE, format: "html" } as const;
    const runWith = (program: string) =>
      new RenderingThreads({ workerFile: programOf(program) }).run(job, AMPLE);
    const waiting = 'import { parentPort } from "node:worker_threads"; parentPort.on("message", ';
    await expect(runWith(`${waiting} () => process.exit(3));`)).rejects.toThrow(REFUSAL);
    await expect(runWith('throw new Error("broken");')).rejects.toThrow(/^broken$/);
    await expect(
      runWith(`${waiting} () => parentPort.postMessage({ problem: "TypeError" }));`),
    ).rejects.toThrow(/^TypeError$/);
  });

  it("does no more at once than it has threads, and lets only so many wait", async () => {
    const waiting = 'import { parentPort } from "node:worker_threads"; parentPort.on("message", ';
    const workerFile = programOf(`${waiting} () => parentPort.postMessage({ result: [] }));`);
    const threads = new RenderingThreads({ maxThreads: 1, maxWaiting: 2, workerFile });
    const job = { kind: "render", deliverable: SAMPLE, format: "html" } as const;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => threads.run(job, AMPLE)),
    );
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason.reason] : [],
    );
    expect(refused).toEqual(["busy", "busy"]);
  });

  it("keeps a thread for other organizations, however many outputs one of them has waiting", async () => {
    const waiting = 'import { parentPort } from "node:worker_threads"; parentPort.on("message", ';
    const workerFile = programOf(
      `${waiting} ({ format }) => { if (format === "html") parentPort.postMessage({ result: [] }); });`,
    );
    const threads = new RenderingThreads({ workerFile });
    const quick = { kind: "render", deliverable: SAMPLE, format: "html" } as const;
    const endless = { ...quick, format: "docx" } as const;
    await threads.run(quick, { ...AMPLE, organizationId: "org_b" });
    let ended = 0;
    const hostile = Array.from({ length: 10 }, () =>
      threads.run(endless, { ...AMPLE, timeLimitMs: 300 }).catch(() => {
        ended += 1;
      }),
    );
    await threads.run(quick, { ...AMPLE, organizationId: "org_b" });
    // In one queue with the hostile ones it would have been the last.
    expect(ended).toBeLessThan(5);
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await threads.run(quick, { ...AMPLE, organizationId: "org_b" })).toEqual([]);
    }
    await Promise.all(hostile);
  });

  it("gives one organization no second thread, so that others do not wait for its slow outputs", async () => {
    const waiting = 'import { parentPort } from "node:worker_threads"; parentPort.on("message", ';
    const workerFile = programOf(
      `${waiting} ({ format }) => { if (format === "html") parentPort.postMessage({ result: [] }); });`,
    );
    const threads = new RenderingThreads({ workerFile });
    const quick = { kind: "render", deliverable: SAMPLE, format: "html" } as const;
    await threads.run(quick, { ...AMPLE, organizationId: "org_b" });
    let ended = 0;
    const slow = Array.from({ length: 2 }, () =>
      threads.run({ ...quick, format: "docx" }, { ...AMPLE, timeLimitMs: 4_000 }).catch(() => {
        ended += 1;
      }),
    );
    await threads.run(quick, { ...AMPLE, organizationId: "org_b" });
    expect(ended).toBe(0);
    await Promise.all(slow);
  });
});

function programOf(text: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}
