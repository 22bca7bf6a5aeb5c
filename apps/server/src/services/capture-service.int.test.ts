import {
  type LoopbackNetwork,
  startLoopbackNetwork,
} from "@trovella/testing/capture/loopback-network";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { loadConfig } from "../config.ts";
import { captureService } from "./capture-service.ts";

const A = { organizationId: "org_a" };
const URL_OF_PAGE = "http://site.example/page";

let test: TestDatabase;
let network: LoopbackNetwork;
const agents: unknown[] = [];
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  network = await startLoopbackNetwork(({ headers }, response) => {
    agents.push(headers["user-agent"]);
    response.setHeader("content-type", "text/html").end("<p>Seen.");
  });
  await storedRows(
    { test },
    "INSERT INTO capture_job (organization_id, id, key, url) VALUES ('org_a', 'job_1', $1, $1)",
    [URL_OF_PAGE],
  );
});
afterAll(async () => {
  await network.close();
  await test.drop();
});

describe("the service that reads pages of sources", () => {
  it("does nothing where it is switched off", async () => {
    const service = serviceWith({ TROVELLA_CAPTURE: "off" });
    service.start();
    service.onStored(A);
    expect(service.queue).toBeNull();
    await service.close();
    expect(network.requests).toEqual([]);
  });

  it("reads them once something was stored, under the program's own name", async () => {
    const service = serviceWith({});
    service.onStored(A);
    await service.queue?.settled(A.organizationId, [URL_OF_PAGE], 60_000);
    await service.close();
    expect(await storedRows({ test }, "SELECT text FROM source_capture")).toEqual([
      { text: "Seen." },
    ]);
    expect(agents).toEqual([expect.stringMatching(/^Trovella\/\d+\.\d+\.\d+ \(\+source check\)$/)]);
  });
});

function serviceWith(environment: Record<string, string>) {
  return captureService({
    config: loadConfig(environment),
    database: test.database,
    logger: pino({ level: "silent" }),
    now: () => new Date(),
    network,
  });
}
