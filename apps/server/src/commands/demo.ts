import { mkdir } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "@trovella/db";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { verifyDatabase } from "@trovella/db/maintenance";
import { type OutputFormat, renderOutput } from "@trovella/research";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES, loadConfig } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { type Assistant, type Reply, startAssistant } from "../demo/assistant.ts";
import { DEEP, REPAIR_COSTS } from "../demo/deep.ts";
import { deliver } from "../demo/deliver.ts";
import { beginResearch, type Run, workThrough } from "../demo/run-research.ts";
import { SCAN } from "../demo/scan.ts";
import { Stage } from "../demo/stage.ts";
import { CommandFailure } from "../exit.ts";
import { requireLocalMode } from "../mode.ts";
import { flag, option } from "../options.ts";
import { consoleUrl } from "../services/console-url.ts";
import { localCaller } from "../services/local-caller.ts";
import { writeFileAtomically } from "../write-file-atomically.ts";

const FOLDER = "trovella-demo";

export const demoCommand = defineCommand({
  name: "demo",
  description: "Watch a scripted assistant do a quick and a deep piece of research",
  options: {
    yes: flag("Approve the checkpoint without asking"),
    out: option("folder", `Folder for the documents; by default ${FOLDER} in this folder`),
  },
  variables: DATABASE_VARIABLES,

  async run({ yes, out = FOLDER }) {
    requireLocalMode(loadConfig(process.env), "demo");
    const stage = new Stage({ isApproving: yes });
    stage.line(
      "A scripted assistant with sample sources, without network and model; everything else is real.",
    );
    const outputIds = [await showScan(stage), await showDeep(stage)];
    await showResults(stage, outputIds, path.resolve(out));
  },
});

async function showScan(stage: Stage): Promise<string> {
  stage.act("1. A quick question");
  const assistant = await startAssistant("first-assistant");
  try {
    const started = await beginResearch(assistant, SCAN, stage);
    await workThrough(assistant, started);
    return await deliver(assistant, started.run);
  } finally {
    await assistant.close();
  }
}

async function showDeep(stage: Stage): Promise<string> {
  stage.act("2. A decision, and a crash in the middle");
  const first = await startAssistant("first-assistant");
  const started = await beginResearch(first, DEEP, stage);
  const { run } = started;
  const { interruptedAt } = await workThrough(
    first,
    started,
    (instructions) => instructions === REPAIR_COSTS,
  );
  if (!interruptedAt) throw new CommandFailure("The demo stopped: the plan did not branch.");
  await first.kill();
  await stage.say("Crash", "The assistant's server was killed while it worked on a step.");

  const second = await startAssistant("second-assistant");
  try {
    const next = await resumePlan(second, run, interruptedAt);
    await workThrough(second, { run, next });
    return await deliver(second, run);
  } finally {
    await second.close();
  }
}

/** Takes over the step of the assistant that crashed. */
async function resumePlan(
  assistant: Assistant,
  { planId, stage }: Run,
  takeOverStepId: string,
): Promise<Reply> {
  const { plans } = await assistant.call("list_active_plans", {});
  const plan = plans.find((listed: Reply) => listed.planId === planId);
  if (!plan) throw new CommandFailure("The demo stopped: the plan is no longer listed.");
  await assistant.call("get_research_context", { planId });
  const percent = Math.round(plan.progress);
  await stage.say(
    "Assistant",
    `Another one finds the plan at ${percent} % and takes over the step.`,
  );
  const { name } = assistant;
  return assistant.call("get_next_step", { planId, agent: name, takeOverStepId });
}

const FILES: readonly OutputFormat[] = ["html", "docx"];

async function showResults(
  stage: Stage,
  outputIds: readonly string[],
  folder: string,
): Promise<void> {
  stage.act("3. The results");
  const config = loadConfig(process.env);
  const database = await openDatabase(databaseSettings(config));
  try {
    await prepareLocalIdentity(database);
    await mkdir(folder, { recursive: true });
    const { tenant } = localCaller(null);
    for (const outputId of outputIds) {
      for (const format of FILES) {
        const { bytes, fileName } = await renderOutput(database, tenant, { outputId, format });
        const file = path.join(folder, fileName);
        await writeFileAtomically(file, bytes, { isReplacing: true });
        stage.line(`  ${file}`);
      }
    }
    const { plans, differenceCount } = await verifyDatabase(database);
    stage.line(
      `  Replayed the audit logs of ${plans} plans against the stored data: ${differenceCount} differences.`,
    );
  } finally {
    await database.close();
  }
  stage.line();
  stage.line(
    `Look around: \`npx trovella output list\`, or ${consoleUrl(config)} while \`npm start\` runs.`,
  );
  stage.line("Connect your own assistant: `npx trovella connect`.");
}
