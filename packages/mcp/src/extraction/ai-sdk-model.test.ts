import {
  type FakeProvider,
  type ModelAnswer,
  startProvider,
} from "@trovella/testing/mcp/fake-provider";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createExtractionModel, type ModelSettings } from "./ai-sdk-model.ts";
import { ExtractionFailure } from "./extraction-model.ts";

// Loading the SDK takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SCHEMA = {
  type: "object",
  properties: { price: { type: "number" }, note: { type: "string" } },
  required: ["price"],
  additionalProperties: false,
};
const MODELS: { provider: ModelSettings["provider"]; model: string }[] = [
  { provider: "openai-compatible", model: "small" },
  { provider: "anthropic", model: "claude-haiku-4-5" },
  { provider: "anthropic", model: "claude-3-haiku-20240307" },
];

const providers: FakeProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

describe.each(MODELS)("$provider with $model", (settings) => {
  it("is asked once, with the schema, the key and no way to act", async () => {
    const { provider, ask } = await providerWith({ content: '{"price": 7}' });
    expect(await ask()).toEqual({ data: { price: 7 }, inputTokens: 100, outputTokens: 20 });
    const [request] = provider.requests;
    expect(provider.requests).toHaveLength(1);
    expect(request?.text).toContain("SYSTEM");
    expect(request?.text).toContain("PROMPT");
    expect(JSON.stringify(request?.body)).toContain('"price":{"type":"number"');
    const key = request?.headers["x-api-key"] ?? request?.headers.authorization;
    expect(key).toMatch(/^(Bearer )?the-key$/);
    const tools = (request?.body.tools ?? []).map(({ name }: { name: string }) => name);
    expect(tools).toEqual(settings.model.startsWith("claude-3") ? ["json"] : []);
  });

  it.each([
    [401, "refused", 1],
    [404, "refused", 1],
    [400, "rejected", 1],
    [429, "busy", 2],
    [500, "busy", 2],
  ])("that answers %i is %s, after %i requests", async (status, kind, requests) => {
    const { provider, ask } = await providerWith({ status, headers: { "retry-after-ms": "1" } });
    const failure = await ask().catch((error) => error);
    expect(failure).toBeInstanceOf(ExtractionFailure);
    expect(failure.kind).toBe(kind);
    expect(provider.requests).toHaveLength(requests);
    expect(JSON.stringify([failure, failure.message])).not.toContain("SECRET");
  });

  it("is not redirected to another URL", async () => {
    const elsewhere = await startProvider(() => ({ content: "{}" }));
    providers.push(elsewhere);
    const { ask } = await providerWith({ status: 307, headers: { location: elsewhere.url } });
    await expect(ask(AbortSignal.timeout(300))).rejects.toThrow();
    expect(elsewhere.requests).toEqual([]);
  });

  it("is not waited for when the signal says so", async () => {
    const { ask } = await providerWith(undefined);
    await expect(ask(AbortSignal.timeout(200))).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("says nothing on standard output", async () => {
    const written = vi.spyOn(process.stdout, "write");
    const logged = vi.spyOn(console, "info");
    const { ask } = await providerWith({ content: '{"price": 7}' });
    await ask();
    expect([written.mock.calls, logged.mock.calls]).toEqual([[], []]);
    vi.restoreAllMocks();
  });

  async function providerWith(answer: ModelAnswer | undefined) {
    const provider = await startProvider(() => answer);
    providers.push(provider);
    const model = createExtractionModel({ ...settings, apiKey: "the-key", baseUrl: provider.url });
    const request = { system: "SYSTEM", prompt: "PROMPT", schema: SCHEMA };
    const ask = (signal = AbortSignal.timeout(20_000)) => model.extract({ ...request, signal });
    return { provider, ask };
  }
});

describe("an answer that is no JSON object", () => {
  it.each(["Sorry, I cannot.", "{", '```json\n{"price": 7}\n```', "", '{"__proto__": {"a": 1}}'])(
    "is unusable: %j",
    async (content) => {
      const provider = await startProvider(() => ({ content }));
      providers.push(provider);
      const model = createExtractionModel({
        provider: "openai-compatible",
        model: "small",
        apiKey: null,
        baseUrl: provider.url,
      });
      const request = { system: "s", prompt: "p", schema: SCHEMA };
      const failure = await model
        .extract({ ...request, signal: AbortSignal.timeout(20_000) })
        .catch((error) => error);
      expect(failure).toMatchObject({ kind: "unusable" });
      expect(provider.requests[0]?.headers.authorization).toBeUndefined();
    },
  );
});
