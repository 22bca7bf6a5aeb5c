import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { createInternet } from "@trovella/capture/guard";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { Browser, createTestIdentity, ORIGIN } from "@trovella/testing/identity/test-identity";
import { Program } from "@trovella/testing/identity/test-program";
import { createTestTeam, type TestOwner } from "@trovella/testing/identity/test-team";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Identity } from "../identity.ts";

const REQUESTS = 120;

/** A DNS server that never answers, as that of an attacker's zone may be. */
let dns: Socket;
let questions = 0;
let test: TestDatabase;
let owner: TestOwner;
let identity: Identity;
const warnings: object[] = [];
beforeAll(async () => {
  dns = createSocket("udp4").bind(0, "127.0.0.1");
  dns.on("message", () => {
    questions += 1;
  });
  await once(dns, "listening");
  const network = createInternet({ dnsServers: [`127.0.0.1:${dns.address().port}`] });
  const team = await createTestTeam(inject("socketDirectory"), {
    network,
    warn: (details) => warnings.push(details),
  });
  ({ test, owner } = team);
  ({ identity } = team.setup);
});
afterAll(async () => {
  dns.close();
  await test.drop();
});

describe("120 client documents whose names resolve slowly", () => {
  it("are not even looked up for strangers, who are sent to the sign-in page", async () => {
    const answers = await requestAll(new Browser(identity));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const location = answers[0]?.headers.get("location") ?? "";
    expect(location.startsWith(`${ORIGIN}/api/auth/sign-in?`)).toBe(true);
    expect(questions).toBe(0);
  });

  it("are looked up for a signed-in user two at a time; the rest get 429 with a time at once", async () => {
    const browser = new Browser(identity);
    await browser.signIn(owner.email);
    const answers = await requestAll(browser);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(REQUESTS - 2);
    expect(refused[0]?.headers.get("retry-after")).toBe("5");
    // Both families for each of the two.
    expect(questions).toBe(4);
    expect(warnings).toHaveLength(2);
    const [failed] = answers.filter(({ status }) => status === 400);
    const page = (await failed?.text()) ?? "";
    expect(page).toContain("could not read the description of the program at https://s");
    expect(page).toContain("TROVELLA_CLIENT_DOCUMENTS=off");
  });
});

describe("the announcement that documents are supported", () => {
  it("is not made when none can be read, and then a client registers itself", async () => {
    expect(await announced(identity)).toBe(false);
  });

  it("is not made when documents are switched off; such a client is told to register itself", async () => {
    const { identity: without } = createTestIdentity(test.database);
    expect(await announced(without)).toBe(false);
    const browser = new Browser(without);
    await browser.signIn(owner.email);
    const [answer] = await requestAll(browser, 1);
    expect(answer?.status).toBe(400);
    expect(await answer?.text()).toContain("they have to register themselves");
  });

  it("is made when they can be read", async () => {
    const { identity: connected } = createTestIdentity(test.database, {
      network: {
        timeoutMs: 1_000,
        resolve: async () => ["93.184.216.34"],
        request: async () => ({
          status: 200,
          headers: { "content-type": "application/json" },
          body: (async function* () {
            yield Buffer.from("{}");
          })(),
        }),
      },
    });
    expect(await announced(connected)).toBe(true);
  });
});

async function announced(server: Identity): Promise<unknown> {
  const response = await new Browser(server).get("/.well-known/oauth-authorization-server");
  const metadata = (await response.json()) as Record<string, unknown>;
  return metadata.client_id_metadata_document_supported;
}

function requestAll(browser: Browser, count = REQUESTS): Promise<Response[]> {
  const program = new Program(identity);
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      program.clientId = `https://s${index}.attacker.example/client.json`;
      return browser.get(program.authorizePath());
    }),
  );
}
