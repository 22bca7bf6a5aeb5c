import { expect, it } from "vitest";
import { loadConfig } from "../config.ts";
import { localInstallation } from "./installation.ts";

it("shows the settings of the server without secrets", () => {
  const config = loadConfig({
    DATABASE_URL: "postgresql://ada:hunter2@db.example/trovella",
    TROVELLA_DATA_DIR: "/data",
    TROVELLA_EMBEDDER: "https://hunter3@api.example/v1?dimensions=1536#model",
    TROVELLA_EXTRACT_PROVIDER: "anthropic",
    TROVELLA_EXTRACT_MODEL: "a-model",
    TROVELLA_EXTRACT_API_KEY: "hunter4",
  });
  const { settings } = localInstallation(config, { stallThresholdMs: 60_000 });
  expect(settings).toEqual({
    mode: "local",
    dataDirectory: "/data",
    database: "external",
    stallThresholdMs: 60_000,
    securityLogDays: 400,
    embedder: "remote",
    extraction: { provider: "anthropic", model: "a-model" },
  });
});
