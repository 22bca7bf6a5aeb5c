import { describe, expect, it } from "vitest";
import type { ExtractionModel, ExtractionReply } from "./extraction-model.ts";
import { Extractor } from "./extractor.ts";

const SCHEMA = { type: "object", properties: { price: { type: "number" } } };
const REPLY: ExtractionReply = { data: { price: 7 }, inputTokens: 1, outputTokens: 1 };

describe("an organization's calls of the model", () => {
  it("are two at a time with 16 waiting, and the rest are refused; others are not affected", async () => {
    const model = new SlowModel();
    const extractor = new Extractor(model);
    const extract = (organizationId: string) =>
      extractor
        .extract({ organizationId, schema: SCHEMA, text: organizationId, instructions: null })
        .then(
          (extraction) => ("data" in extraction ? extraction.data : extraction.error.code),
          (error) => error.code,
        );
    model.isSlow = false;
    await extract("org_honest");
    model.isSlow = true;
    const hostile = Array.from({ length: 30 }, () => extract("org_hostile"));
    expect(model.running).toBe(2);
    model.isSlow = false;
    expect(await extract("org_honest")).toEqual({ price: 7 });
    expect(model.running).toBe(2);
    model.release();
    const outcomes = await Promise.all(hostile);
    expect(outcomes.filter((outcome) => outcome === "RATE_LIMITED")).toHaveLength(12);
    expect(model.maxRunning).toBe(2);
  });
});

describe("a call of the model", () => {
  const work = { organizationId: "org_a", schema: SCHEMA, text: "Tea.", instructions: null };

  it("ends when its caller cancels it, and is counted", async () => {
    const model = new SlowModel();
    model.isSlow = true;
    const caller = new AbortController();
    const extraction = new Extractor(model).extract({ ...work, signal: caller.signal });
    expect(model.running).toBe(1);
    caller.abort();
    const cancelled = await extraction;
    expect("error" in cancelled && cancelled.error.message).toMatch(/^The call was cancelled/);
    expect(cancelled.call.isError).toBe(true);
  });

  it("is not begun for a caller that is gone", async () => {
    const model = new SlowModel();
    const extraction = new Extractor(model).extract({ ...work, signal: AbortSignal.abort() });
    await expect(extraction).rejects.toThrow(/^The call was cancelled/);
  });

  it("ends when the server stops, and no other begins", async () => {
    const model = new SlowModel();
    model.isSlow = true;
    const extractor = new Extractor(model);
    const running = extractor.extract(work);
    extractor.close();
    const ended = await running;
    expect("error" in ended && ended.error.message).toMatch(/^The server is stopping/);
    await expect(extractor.extract(work)).rejects.toThrow(/^The server is stopping/);
    expect(model.running).toBe(1);
  });
});

/** Answers at once, or when it is released. */
class SlowModel implements ExtractionModel {
  readonly provider = "fake";
  readonly model = "slow";
  isSlow = false;
  running = 0;
  maxRunning = 0;
  private readonly waiting: (() => void)[] = [];

  async extract(): Promise<ExtractionReply> {
    if (!this.isSlow) return REPLY;
    this.running += 1;
    this.maxRunning = Math.max(this.maxRunning, this.running);
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running -= 1;
    return REPLY;
  }

  release(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
