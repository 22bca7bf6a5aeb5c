import { TOOLS } from "@trovella/mcp";
import type { TestDatabase } from "@trovella/testing/database/test-database";
import { Random } from "@trovella/testing/engine/random";
import { inProcess, realClock } from "../history/drivers.ts";
import type { RunningServer } from "../history/servers.ts";
import { BROKEN, sendBroken } from "./broken.ts";
import { outcomeOf, protocolProblems } from "./checks.ts";
import { FuzzFindings } from "./findings.ts";
import { fillForeignTenant, SHARED_KEY } from "./foreign.ts";
import { compareForeignIds } from "./foreign-ids.ts";
import { type Exchange, FuzzConnection, toolCall } from "./http.ts";
import { leaksIn } from "./leaks.ts";
import { damagedRequest, malformedRequests } from "./malformed.ts";
import { checkMemory, fuzzMemory } from "./memory.ts";
import { type Field, fuzzTool } from "./probes.ts";
import { validInput } from "./valid.ts";
import { World } from "./world.ts";

interface Setting {
  readonly test: TestDatabase;
  readonly server: RunningServer;
  /** Per tool. */
  readonly inputs: number;
  readonly seed: number;
}

/** Tools called concurrently. */
const LANES = 4;
/** Runs with fewer inputs leave out slow cases. */
const MANY_INPUTS = 100;

/** Sends all generated input to a server and collects the violations. */
export async function fuzz({ test, server, inputs, seed }: Setting): Promise<FuzzFindings> {
  const foreign = await fillForeignTenant(test);
  const process = inProcess(test.database);
  const findings = new FuzzFindings();
  const world = new World(process.line(realClock), (reply, input) =>
    findings.noteStored(reply, input),
  );
  const field: Field = { url: server.url, world, foreign, findings };
  const tools = [...TOOLS.entries()];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let next = tools.shift(); next; next = tools.shift()) {
        const [index, { name }] = next;
        await fuzzTool(name, { inputs, random: new Random(seed, index) }, field);
      }
    }),
  );
  await fuzzMemory(field, { test, isQuick: inputs < MANY_INPUTS });
  await sendMalformed(field, { inputs, random: new Random(seed, -1) });
  await breakOff(field);
  await probeForeignIds(field);
  await shareKey(field);
  await process.close();
  await checkMemory(field, test);
  await checkServer(server, field);
  for (const failure of process.failures) findings.problems.push(`preparing failed: ${failure}`);
  return findings;
}

async function sendMalformed(
  { url, findings, foreign }: Field,
  { inputs, random }: { readonly inputs: number; readonly random: Random },
): Promise<void> {
  const connection = new FuzzConnection(url);
  const damaged = Array.from({ length: inputs }, () => damagedRequest(random));
  for (const { what, call, isCutOff } of [...malformedRequests(), ...damaged]) {
    findings.malformed += 1;
    const exchange = await connection.send(call).catch((error: Error) => error);
    if (exchange instanceof Error) {
      if (isCutOff) continue;
      findings.problems.push(`${what}: no answer, ${exchange.message}`);
      continue;
    }
    findings.note(`HTTP ${exchange.status}`, exchange, what);
    for (const problem of malformedProblems(exchange, String(call.body), foreign.canary)) {
      findings.problems.push(`${what}: ${problem}`);
    }
  }
  connection.close();
}

function malformedProblems(
  { status, body, messages }: Exchange,
  sent: string,
  canary: string,
): string[] {
  // Requests outside MCP get the server's own error format, without a code.
  const errors = messages.flatMap((one) => (one?.error?.message ? [one.error] : []));
  return [
    ...(status >= 500 ? [`HTTP ${status}`] : []),
    ...(body.includes(canary) ? ["another tenant's canary"] : []),
    ...(errors.length > 0 || status === 200 ? [] : leaksIn(body, sent)),
    ...errors.flatMap(({ code, message }) => protocolProblems({ code, text: message, sent })),
  ];
}

async function breakOff({ url, findings }: Field): Promise<void> {
  for (const broken of BROKEN) {
    findings.malformed += 1;
    const answer = await sendBroken(url, broken);
    const isOurFault = /HTTP\/1\.1 5\d\d/.test(answer);
    if (isOurFault) findings.problems.push(`${broken.what}: ${answer.slice(0, 300)}`);
    for (const leak of leaksIn(answer)) findings.problems.push(`${broken.what}: ${leak}`);
  }
}

async function probeForeignIds({ url, world, foreign, findings }: Field): Promise<void> {
  const connection = new FuzzConnection(url);
  const own = await world.newPlan();
  for (const ids of [foreign, foreign.handles]) {
    const { compared, problems } = await compareForeignIds(connection, ids, own, (exchange) => {
      const outcome = outcomeOf(exchange);
      if (outcome?.kind === "reply") findings.noteStored(outcome.reply, { planId: own.planId });
    });
    findings.compared += compared;
    findings.problems.push(...problems);
  }
  connection.close();
}

/** Idempotency keys are per user: another tenant's use of the same key is not observable. */
async function shareKey({ url, world, findings }: Field): Promise<void> {
  const { idempotencyKey: _, ...input } = await validInput(
    "submit_step_result",
    new Random(1),
    world,
  );
  const argumentsJson = JSON.stringify({ ...input, idempotencyKey: SHARED_KEY });
  const connection = new FuzzConnection(url);
  const exchange = await connection.send(
    toolCall("2026-07-28", { name: "submit_step_result", argumentsJson }),
  );
  const outcome = outcomeOf(exchange);
  if (outcome?.kind === "reply") findings.noteStored(outcome.reply, input);
  const isOwn = outcome?.kind === "reply" && outcome.reply.replayed === undefined;
  if (!isOwn) findings.problems.push(`a key of another tenant is visible: ${exchange.body}`);
  connection.close();
}

async function checkServer(
  { output, url, isRunning }: RunningServer,
  { foreign: { canary }, findings: { problems } }: Field,
): Promise<void> {
  if (!isRunning()) problems.push("the server has exited");
  const health = await fetch(`${url}/healthz`).catch(() => null);
  if (!health?.ok) problems.push("the server no longer responds");
  if ((output.stdout + output.stderr).includes(canary)) {
    problems.push("the log contains another tenant's canary");
  }
  for (const line of output.stderr.split("\n").filter(isErrorLine)) {
    problems.push(`unexpected log line: ${line.slice(0, 500)}`);
  }
}

const ERROR_LEVEL = 50;

/** Whether a line is an error, or not a log line at all. */
function isErrorLine(line: string): boolean {
  if (line === "") return false;
  try {
    return (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL;
  } catch {
    return true;
  }
}
