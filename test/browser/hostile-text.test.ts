import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../chromium.ts";
import { useBrowser } from "./browser.ts";
import { useConsole } from "./console.ts";
import { callAsEach, connectHostile, type HostileClient } from "./hostile-client.ts";
import { PAYLOADS } from "./payloads.ts";
import { doHostileResearch, type HostileResearch } from "./research-hostile.ts";

const { chromium, reason } = await findChromium();

describe.skipIf(!chromium)(`Hostile text${reason && `: ${reason}`}`, () => {
  const visit = useBrowser(chromium);
  const serving = useConsole();
  let client: HostileClient;
  let research: HostileResearch;
  beforeAll(async () => {
    let t = Date.now();
    const lap = (n: string) => { console.log(n, Date.now() - t); t = Date.now(); };
    client = await connectHostile(serving.url);
    research = await doHostileResearch(client);
    lap("research");
    await client.sweep();
    lap("sweep");
    await callAsEach(serving.url, PAYLOADS.filter((_, index) => index % 3 === 0));
    lap("clients");
  });
  afterAll(() => client?.close());

  it("reaches", () => {
    console.log(client.tally.stored, client.tally.refused, client.tally.refusals, research.plans);
    for (const { path, maxLength } of client.fields) {
      const { sent, stored } = client.tally.fields.get(path) ?? { sent: new Set(), stored: new Set() };
      console.log(path, maxLength, sent.size, stored.size);
    }
  });
});
