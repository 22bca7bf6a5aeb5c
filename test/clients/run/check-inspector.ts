import { mkdirSync } from "node:fs";
import path from "node:path";
import type { ClientReport, Finding, Findings } from "../capabilities.ts";
import { type Transport, writeJson } from "../catalog/test-client.ts";
import { type Conversation, type Fields, fieldsIn, listIn, textIn } from "../model/conversation.ts";
import { SCENARIOS, type ScenarioName } from "../scenarios/index.ts";
import type { Told } from "../scenarios/scenario.ts";
import { errorsFinding, loopFinding, pagesFinding, tail } from "./findings.ts";
import { commandOf, versionOf } from "./install-clients.ts";
import { type Ended, runProgram } from "./processes.ts";
import { type Bench, type Played, serverOf } from "./session.ts";

export const INSPECTOR_ID = "inspector";

const INSPECTOR = {
  package: "@modelcontextprotocol/inspector",
  program: () => "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  isJavaScript: true,
};
/** It has no model, and no settings of its own to connect. */
const LACKS = [
  "connect",
  "settings",
  "undo",
  "once",
  "timeout",
  "vanish",
  "approve",
  "decline",
] as const;
const CALL_TIMEOUT_MS = 60_000;
const MAX_CALLS = 40;

/** The official inspector has no model: each move of a scenario is one run of its command line. */
export async function checkInspector(
  bench: Bench,
  { transports, isShort }: { readonly transports: readonly Transport[]; readonly isShort: boolean },
): Promise<ClientReport> {
  const findings: Findings = new Map();
  if (transports.includes("stdio")) {
    const inspect = inspectorOf(bench, "stdio");
    findings.set("list", await listFinding(bench, inspect));
    findings.set("loopStdio", await loopFinding(bench, await play(bench, inspect, "loop")));
    if (!isShort) {
      findings.set(
        "asciiPage",
        pagesFinding(await play(bench, inspect, "asciiPages"), "asciiPages"),
      );
      findings.set(
        "unicodePage",
        pagesFinding(await play(bench, inspect, "unicodePages"), "unicodePages"),
      );
      findings.set("errors", errorsFinding(await play(bench, inspect, "failures")));
    }
  }
  if (transports.includes("http")) {
    const played = await play(bench, inspectorOf(bench, "http"), "loop");
    findings.set("loopHttp", await loopFinding(bench, played));
  }
  const version = versionOf(INSPECTOR, bench.modules);
  return { name: "MCP Inspector", version, lacks: LACKS, findings, remarks: ["no model"] };
}

type Inspect = (...args: string[]) => Promise<Ended>;

function inspectorOf(bench: Bench, transport: Transport): Inspect {
  const home = path.join(bench.store.folder, `${INSPECTOR_ID}-${transport}`);
  mkdirSync(home);
  const config = path.join(home, "mcp.json");
  const { transport: type, ...server } = serverOf(bench, transport);
  writeJson(config, {
    mcpServers: { trovella: { type: type === "http" ? "streamable-http" : type, ...server } },
  });
  const command = commandOf(INSPECTOR, bench.modules);
  const options = ["--cli", "--config", config, "--server", "trovella", "--format", "json", "-q"];
  return (...args) =>
    runProgram([...command, ...options, ...args], {
      cwd: home,
      env: { PATH: process.env.PATH ?? "", HOME: home },
      timeoutMs: CALL_TIMEOUT_MS,
    });
}

/** All tools, no schema that some client would refuse, and skills whose digests are right. */
async function listFinding({ own }: Bench, inspect: Inspect): Promise<Finding> {
  const listed = await inspect("--method", "tools/list", "--strict");
  if (listed.code !== 0)
    return `tools/list --strict ended with ${listed.code}: ${tail(listed.output)}`;
  const missing = [...own.keys()].filter((name) => !listed.output.includes(`"name":"${name}"`));
  if (missing.length > 0) return `not listed: ${missing.join(", ")}`;
  const skills = await inspect("--method", "skills/list", "--verify", "--require-digests");
  return (
    skills.code === 0 || `skills/list --verify ended with ${skills.code}: ${tail(skills.output)}`
  );
}

async function play({ store }: Bench, inspect: Inspect, scenario: ScenarioName): Promise<Played> {
  const label = `${INSPECTOR_ID}-${scenario}`;
  const told: Told[] = [];
  while (told.length < MAX_CALLS) {
    const move = SCENARIOS[scenario](told, { label });
    if (!("call" in move)) {
      const text = "done" in move ? `DONE ${JSON.stringify(move.done)}` : `FAILED: ${move.failed}`;
      return playedOf(label, told, text);
    }
    if (move.afterPerson) await store.decide(move.afterPerson);
    told.push(await tell(inspect, move.call, move.input));
  }
  return playedOf(label, told, `FAILED: no end after ${MAX_CALLS} calls`);
}

async function tell(inspect: Inspect, tool: string, input: Fields): Promise<Told> {
  const json = JSON.stringify(input);
  const { output } = await inspect(
    "--method",
    "tools/call",
    "--tool-name",
    tool,
    "--tool-args-json",
    json,
  );
  const [first = ""] = output.split("\n");
  const result = fieldsIn(fieldsIn(parsed(first)).result);
  const reply = listIn(result.content).length > 0 ? textIn(result.content) : output;
  return { tool, input, reply, isError: result.isError === true };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function playedOf(label: string, told: readonly Told[], text: string): Played {
  const turns = told.map(({ tool, ...turn }) => ({ name: tool, ...turn }));
  const last: Conversation = { system: "", prompt: "", tools: [], turns };
  return {
    label,
    output: text,
    record: { first: last, last, requests: told.length, outcome: { text } },
  };
}
