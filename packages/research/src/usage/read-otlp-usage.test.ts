import { describe, expect, it } from "vitest";
import { readOtlpUsage } from "./read-otlp-usage.ts";
import claudeCode1 from "./recorded/claude-code-1.json" with { type: "json" };
import claudeCode2 from "./recorded/claude-code-2.json" with { type: "json" };
import claudeCode3 from "./recorded/claude-code-3.json" with { type: "json" };
import codex from "./recorded/codex.json" with { type: "json" };
import geminiCli from "./recorded/gemini-cli.json" with { type: "json" };

describe("metrics as real programs send them", () => {
  it("of Claude Code add up to what the model said it used", () => {
    const usages = [claudeCode1, claudeCode2, claudeCode3].flatMap(readOtlpUsage);
    expect(usages).toHaveLength(3);
    // 28 requests of 1,000 tokens of input, 50 of output, 3,000 read from the cache and 200 written to it.
    expect(usages.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBe(28_000);
    expect(usages.reduce((sum, { outputTokens }) => sum + outputTokens, 0)).toBe(1_400);
    expect(usages.reduce((sum, { cacheReadTokens }) => sum + cacheReadTokens, 0)).toBe(84_000);
    expect(usages.reduce((sum, { cacheWriteTokens }) => sum + cacheWriteTokens, 0)).toBe(5_600);
    expect(usages.reduce((sum, { costUsd }) => sum + costUsd, 0)).toBeCloseTo(0.1848, 10);
    expect(usages[0]).toMatchObject({
      client: "claude-code",
      sessionId: "11111111-1111-4111-8111-111111111111",
      model: "claude-opus-5-5",
      at: new Date("2026-11-17T07:48:53.093Z"),
    });
  });

  it("of Codex are a histogram without a session, whose input includes what the cache gave", () => {
    expect(readOtlpUsage(codex)).toMatchObject([
      {
        client: "codex",
        sessionId: null,
        model: "gpt-5.5",
        inputTokens: 38_000 - 15_200,
        outputTokens: 1_900,
        cacheReadTokens: 15_200,
        cacheWriteTokens: 0,
        costUsd: 0,
      },
    ]);
  });

  it("of Gemini CLI have one sum per model; thoughts count as output", () => {
    const usages = readOtlpUsage(geminiCli);
    expect(usages).toHaveLength(2);
    expect(usages.every(({ sessionId }) => sessionId?.startsWith("33333333"))).toBe(true);
    for (const { inputTokens, outputTokens, cacheReadTokens } of usages) {
      // Each request: 1,000 of input with 400 from the cache, 50 of output and 20 of thoughts.
      const requests = inputTokens / 600;
      expect(Number.isInteger(requests)).toBe(true);
      expect({ outputTokens, cacheReadTokens }).toEqual({
        outputTokens: 70 * requests,
        cacheReadTokens: 400 * requests,
      });
    }
  });

  it("are not counted when they are cumulative", () => {
    const cumulative = JSON.parse(
      JSON.stringify(geminiCli).replaceAll(
        '"aggregationTemporality":1',
        '"aggregationTemporality":2',
      ),
    );
    expect(readOtlpUsage(cumulative)).toEqual([]);
  });
});

describe("a data point", () => {
  it("may have its number as text", () => {
    expect(readOtlpUsage(bodyWith({ asInt: "1200" }))).toMatchObject([{ inputTokens: 1_200 }]);
  });

  it.each([
    { asDouble: "NaN" },
    { asDouble: "Infinity" },
    { asDouble: -5 },
    { asInt: "-5" },
    { asInt: "" },
    { asInt: 1e15 },
    { asInt: null },
    { asInt: {} },
    { asInt: true },
    {},
    { asInt: 5, timeUnixNano: "yesterday" },
    { asInt: 5, timeUnixNano: "99999999999999999999999999" },
    { asInt: 5, timeUnixNano: undefined },
  ])("that is no count is ignored: %j", (point) => {
    expect(readOtlpUsage(bodyWith(point))).toEqual([]);
  });

  it("with a session that cannot be one is ignored", () => {
    expect(readOtlpUsage(bodyWith({ asInt: 5 }, { session: "a\u0000b" }))).toEqual([]);
    expect(readOtlpUsage(bodyWith({ asInt: 5 }, { session: "x".repeat(201) }))).toEqual([]);
  });

  it("has the same identity in whatever order its export comes", () => {
    const [one] = readOtlpUsage(claudeCode2);
    const [resource] = claudeCode2.resourceMetrics;
    const scopeMetrics = resource?.scopeMetrics.map((scope) => ({
      ...scope,
      metrics: [...scope.metrics].reverse(),
    }));
    const [other] = readOtlpUsage({ resourceMetrics: [{ ...resource, scopeMetrics }] });
    expect(other?.identity).toEqual(one?.identity);
    expect(readOtlpUsage(claudeCode3)[0]?.identity).not.toEqual(one?.identity);
  });
});

it.each([
  null,
  5,
  "text",
  [],
  {},
  { resourceMetrics: null },
  { resourceMetrics: [null, 5, { scopeMetrics: [{ metrics: [null, {}, { name: "x" }] }] }] },
  { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "__proto__", sum: {} }] }] }] },
  bodyWith({ asInt: 5 }, { type: "constructor" }),
  bodyWith({ asInt: 5 }, { name: "other.token.usage" }),
])("a shape that is not known holds no usage: %j", (body) => {
  expect(readOtlpUsage(body)).toEqual([]);
});

function bodyWith(
  point: object,
  { session = "s", name = "claude_code.token.usage", type = "input" } = {},
) {
  const attributes = [
    { key: "session.id", value: { stringValue: session } },
    { key: "type", value: { stringValue: type } },
  ];
  const dataPoints = [{ timeUnixNano: "1794901733093000000", ...point, attributes }];
  const metrics = [{ name, sum: { aggregationTemporality: 1, dataPoints } }];
  return { resourceMetrics: [{ resource: {}, scopeMetrics: [{ metrics }] }] };
}
