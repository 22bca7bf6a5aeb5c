import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withTenantContext } from "@trovella/db";
import { auditKeyOf } from "@trovella/db/audit";
import { loadPlanForUpdate, planChange, savePlan } from "@trovella/db/plans";
import { decide } from "@trovella/plan-engine";
import { exportAudit } from "@trovella/research";
import { unzipFiles } from "@trovella/testing/audit/unzip-files";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { createPlan } from "@trovella/testing/mcp/plan-loop";

const TENANT = { organizationId: "org_a" };
const ACTOR = { userId: "usr_org_a", client: "claude-code 2.1", via: "mcp", sessionId: "session" };
const PER_COMMIT = 100;
/** The fastest counts: the others waited for the machine. */
const RUNS = 5;

/** How long `node verify.mjs` takes for an export with so many events, in a folder with nothing else. */
export async function measureVerifier(socketDirectory: string, eventCount: number) {
  const test = await createTestDatabase(socketDirectory);
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-record-"));
  try {
    const { plan } = await createPlan({ ...test, tenant: TENANT, agent: "ada" }, 5);
    for (let count = 1; count < eventCount; count += PER_COMMIT) {
      await withTenantContext(test.database, TENANT, async (context) => {
        const loaded = await loadPlanForUpdate(context, plan.id);
        const length = Math.min(PER_COMMIT, eventCount - count);
        const events = Array.from({ length }, (_, index) =>
          decide(
            loaded.plan,
            { type: "resume_session", sessionId: `session-${count + index}`, isKnown: false },
            new Date(),
          ),
        );
        await savePlan(context, planChange(loaded, events.flat()), { actor: ACTOR, commit: true });
      });
    }
    const key = auditKeyOf("the secret of the server under test");
    const exported = await exportAudit(test.database, TENANT, {
      plan: plan.id,
      sealing: { key, host: "trovella.example", now: () => new Date() },
      publicKeys: [key.publicKey],
      since: null,
    });
    unzipFiles(exported.bytes, folder);
    const runs = Array.from({ length: RUNS }, () => runVerifier(folder));
    const [fastest] = runs.toSorted((one, other) => one.milliseconds - other.milliseconds);
    return { events: exported.events, milliseconds: Infinity, output: "", ...fastest };
  } finally {
    rmSync(folder, { recursive: true });
    await test.drop();
  }
}

function runVerifier(folder: string) {
  const startedAt = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, ["verify.mjs"], {
    cwd: folder,
    encoding: "utf8",
    env: {},
  });
  const milliseconds = Math.round(performance.now() - startedAt);
  return { milliseconds, output: `${stdout}${stderr}`.trim() };
}
