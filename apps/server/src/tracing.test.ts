import { sourcesOf } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./config.ts";
import { CommandFailure } from "./exit.ts";
import { startTraces } from "./tracing.ts";

describe("tracing", () => {
  it("is loaded only by the module that starts it, and only when it is configured", () => {
    const sources = ["apps/server", "packages"].flatMap((folder) => sourcesOf(folder));
    const filesWith = (text: RegExp) =>
      sources.filter((source) => text.test(source.text)).map(({ file }) => file);
    expect(filesWith(/"@opentelemetry\//)).toEqual(["apps/server/src/open-telemetry.ts"]);
    expect(filesWith(/from "\.{1,2}\/(\w+\/)*open-telemetry\.ts"/)).toEqual([]);
    expect(filesWith(/import\("\.\/open-telemetry\.ts"\)/)).toEqual(["apps/server/src/tracing.ts"]);
    // Clients start `trovella mcp` with their own environment.
    expect(filesWith(/"(\.{1,2}\/)+tracing\.ts"/)).toEqual([
      "apps/server/src/commands/serve/serve.ts",
    ]);
  });

  it("refuses an endpoint that is not a URL", async () => {
    const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4317" });
    await expect(startTraces(config)).rejects.toThrow(CommandFailure);
  });
});
