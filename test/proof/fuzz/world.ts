import type { ModificationAction } from "@trovella/plan-engine";
import { modificationInput } from "@trovella/testing/engine/modification-input";
import type { Random } from "@trovella/testing/engine/random";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import type { Line } from "../history/drivers.ts";
import type { Json } from "../history/record.ts";
import { someText } from "./texts.ts";

export interface KnownPlan {
  readonly planId: string;
  readonly stepIds: readonly string[];
}

export interface HeldStep extends KnownPlan {
  readonly stepId: string;
  readonly token: string;
}

export interface KnownArtifact extends HeldStep {
  /** With its plan, so that calls for other plans can name it. */
  readonly artifactId: string;
  readonly sourceIds: readonly string[];
}

const BECAUSE = { modificationRationale: "It turned out so." };

/** Brings plans into the state that a call needs, using the tools. */
export class World {
  private readonly line: Line;
  private readonly onReply: (reply: Json, input: Json) => void;

  constructor(line: Line, onReply: (reply: Json, input: Json) => void = () => undefined) {
    this.line = line;
    this.onReply = onReply;
  }

  async newPlan(stepCount = 3): Promise<KnownPlan> {
    const steps = Array.from({ length: stepCount }, (_, index) => ({
      stepType: "search",
      instructions: `Look for part ${index + 1}.`,
    }));
    const reply = await this.ask("create_research_plan", {
      name: "[Scan] Prepared",
      researchQuestion: "What holds under odd input?",
      steps,
    });
    const made = reply.steps as { stepId: string }[];
    return { planId: String(reply.planId), stepIds: made.map(({ stepId }) => stepId) };
  }

  async heldStep(stepCount = 3): Promise<HeldStep> {
    const plan = await this.newPlan(stepCount);
    const { step, lease } = (await this.ask("get_next_step", { planId: plan.planId })) as {
      step: { stepId: string };
      lease: { token: string };
    };
    return { ...plan, stepId: step.stepId, token: lease.token };
  }

  async waitingStep(): Promise<HeldStep> {
    const held = await this.heldStep();
    const { planId, stepId } = held;
    await this.ask("request_user_review", { planId, stepId, summary: "Please look." });
    return held;
  }

  async failedStep(): Promise<HeldStep> {
    const held = await this.heldStep();
    const { planId, stepId } = held;
    await this.ask("modify_plan", { planId, action: "fail_step", stepId, ...BECAUSE });
    return held;
  }

  async submittedStep(stepCount = 2): Promise<HeldStep> {
    const held = await this.heldStep(stepCount);
    const { planId, stepId } = held;
    const result = { found: 1, gaps: [] };
    await this.ask("submit_step_result", { planId, stepId, result, stepExecutionReport: REPORT });
    return held;
  }

  /** Valid arguments of modify_plan, for a plan with steps in most statuses. */
  async modification(random: Random, action: ModificationAction): Promise<Json> {
    const { planId, stepIds } = await this.submittedStep(5);
    await this.ask("get_next_step", { planId });
    const failure = { planId, action: "fail_step", stepId: stepIds[2], ...BECAUSE };
    const { steps } = (await this.ask("modify_plan", failure)) as {
      steps: { stepId: string; status: string }[];
    };
    return {
      planId,
      ...modificationInput(action, {
        random,
        steps: steps.map(({ stepId, status }) => ({ id: stepId, status })),
        text: () => someText(random),
        omissions: 0.3,
      }),
    };
  }

  /** An artifact of a step, with two sources. */
  async artifact(): Promise<KnownArtifact> {
    const held = await this.heldStep();
    const { planId, stepId } = held;
    const { artifactId, sourceIds } = (await this.ask("store_research", {
      planId,
      stepId,
      artifactType: "finding",
      title: "A prepared finding",
      content: "What was prepared is found.",
      sources: [{ title: "One", url: "https://example.com/one" }, { title: "Two" }],
    })) as { artifactId: string; sourceIds: string[] };
    return { ...held, artifactId: `${planId}/${artifactId}`, sourceIds };
  }

  closedPlan(): Promise<HeldStep> {
    return this.submittedStep(1);
  }

  /** A plan and a step in a random state. */
  anyState(random: Random): Promise<HeldStep> {
    return random.pick([
      () => this.heldStep(),
      () => this.waitingStep(),
      () => this.failedStep(),
      () => this.submittedStep(),
      () => this.closedPlan(),
    ])();
  }

  async ask(tool: string, input: Json): Promise<Json> {
    const { answer } = await this.line.send(tool, input);
    if (!answer.reply) throw new Error(`${tool} was refused: ${answer.refusal.text}`);
    this.onReply(answer.reply, input);
    return answer.reply;
  }
}
