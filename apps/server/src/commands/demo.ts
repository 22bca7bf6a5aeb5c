import { mkdir } from "node:fs/promises";
import path from "node:path";
import { openDatabase, withTenantContext } from "@trovella/db";
import { addSamplePlan, SAMPLE_CLIENT } from "@trovella/db/console";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { verifyDatabase } from "@trovella/db/maintenance";
import { resolvePlanId } from "@trovella/db/plans";
import { type OutputFormat, renderOutput } from "@trovella/research";
import { defineCommand } from "../command.ts";
import { DATABASE_VARIABLES, loadConfig } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { type Assistant, type Reply, startAssistant } from "../demo/assistant.ts";
import { DEEP, REPAIR_COSTS } from "../demo/deep.ts";
import { deliver } from "../demo/deliver.ts";
import { beginResearch, type Run, workThrough } from "../demo/run-research.ts";
import { doSamplePart, SAMPLE } from "../demo/sample-parts.ts";
import { SCAN } from "../demo/scan.ts";
import { SilentStage, Stage } from "../demo/stage.ts";
import { CommandFailure } from "../exit.ts";
import { ownCommand } from "../installation.ts";
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
    const scan = await showScan(stage);
    const deep = await showDeep(stage);
    const left = await leaveSome(stage);
    const plans = [
      { part: "scan", handle: scan.planId },
      { part: "deep", handle: deep.planId },
      ...left,
    ];
    await showResults(stage, {
      outputIds: [scan.outputId, deep.outputId],
      plans,
      folder: path.resolve(out),
    });
  },
});

interface Finished {
  readonly planId: string;
  readonly outputId: string;
}

async function showScan(stage: Stage): Promise<Finished> {
  stage.act("1. A quick question");
  const assistant = await startAssistant("first-assistant");
  try {
    const started = await beginResearch(assistant, SCAN, stage);
    await workThrough(assistant, started);
    const { planId } = started.run;
    return { planId, outputId: await deliver(assistant, started.run) };
  } finally {
    await assistant.close();
  }
}

async function showDeep(stage: Stage): Promise<Finished> {
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
    return { planId: run.planId, outputId: await deliver(second, run) };
  } finally {
    await second.close();
  }
}

/** A review that waits and a plan that has stalled, to look at in the console. */
async function leaveSome(stage: Stage) {
  stage.act("3. Left for you");
  const assistant = await startAssistant(SAMPLE_CLIENT);
  try {
    const left: { part: string; handle: string }[] = [];
    for (const sample of SAMPLE.filter(({ isFinished }) => !isFinished)) {
      const silent = { stage: new SilentStage(), onStarted: () => Promise.resolve() };
      const { planId } = await doSamplePart(assistant, sample, silent);
      left.push({ part: sample.part, handle: planId });
    }
    await stage.say("Trovella", "One plan waits for your review, one has stalled: see the Inbox.");
    return left;
  } finally {
    await assistant.close();
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

interface Shown {
  readonly outputIds: readonly string[];
  readonly plans: readonly { readonly part: string; readonly handle: string }[];
  readonly folder: string;
}

async function showResults(stage: Stage, { outputIds, plans, folder }: Shown): Promise<void> {
  stage.act("4. The results");
  const config = loadConfig(process.env);
  const database = await openDatabase(databaseSettings(config));
  try {
    await prepareLocalIdentity(database);
    await mkdir(folder, { recursive: true });
    const { tenant } = localCaller(null);
    await withTenantContext(database, tenant, async (context) => {
      for (const { part, handle } of plans) {
        await addSamplePlan(context, { planId: await resolvePlanId(context, handle), part });
      }
    });
    for (const outputId of outputIds) {
      for (const format of FILES) {
        const { bytes, fileName } = await renderOutput(database, tenant, { outputId, format });
        const file = path.join(folder, fileName);
        await writeFileAtomically(file, bytes, { isReplacing: true });
        stage.line(`  ${file}`);
      }
    }
    const { plans: verified, differenceCount } = await verifyDatabase(database);
    stage.line(
      `  Replayed the audit logs of ${verified} plans against the stored data: ${differenceCount} differences.`,
    );
  } finally {
    await database.close();
  }
  stage.line();
  stage.line(
    `Look around: \`${ownCommand("output list")}\`, or ${consoleUrl(config)} while \`${ownCommand("serve")}\` runs.`,
  );
  stage.line("The console also removes the sample (Home, at the bottom).");
  stage.line(`Connect your own assistant: \`${ownCommand("connect")}\`.`);
}
