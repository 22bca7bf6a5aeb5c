import { connectDatabase } from "@trovella/db";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../config.ts";
import { buildServices } from "./build-services.ts";

const DATABASE_URL = "postgres://127.0.0.1:1/never_connected";
const TEAM = {
  TROVELLA_MODE: "team",
  TROVELLA_SECRET: "a secret of at least thirty-two characters",
  TROVELLA_PUBLIC_URL: "https://research.example",
  TROVELLA_EMBEDDER: "none",
  TROVELLA_EXTRACT_PROVIDER: "anthropic",
  TROVELLA_EXTRACT_MODEL: "m",
  TROVELLA_EXTRACT_API_KEY: "k",
  DATABASE_URL,
};

describe("the services of a team's server", () => {
  it("limit what an organization stores and how many tokens of the model it uses", async () => {
    expect(await limitsOf({})).toEqual({ maxBytes: 10_000_000_000, maxDailyTokens: 2_000_000 });
    const own = { TROVELLA_STORAGE_BYTES: "5000000", TROVELLA_EXTRACT_DAILY_TOKENS: "1000" };
    expect(await limitsOf(own)).toEqual({ maxBytes: 5_000_000, maxDailyTokens: 1_000 });
  });
});

async function limitsOf(environment: Record<string, string>) {
  const database = connectDatabase({ target: DATABASE_URL });
  const services = await buildServices({
    config: loadConfig({ ...TEAM, ...environment }),
    database,
    console: { url: TEAM.TROVELLA_PUBLIC_URL, isRunning: () => true },
    logger: pino({ level: "silent" }),
    caller: null,
  });
  const { storage, extractor } = services;
  await services.close();
  await database.close();
  return { maxBytes: storage?.maxBytes, maxDailyTokens: extractor?.maxDailyTokens };
}
