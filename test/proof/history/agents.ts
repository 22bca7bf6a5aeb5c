import { MODIFICATION_ACTIONS } from "@trovella/plan-engine";
import { modificationInput } from "@trovella/testing/engine/modification-input";
import type { Random } from "@trovella/testing/engine/random";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import type { Board, KnownStep } from "./board.ts";
import type { Json } from "./record.ts";

export interface Choice {
  readonly tool: string;
  readonly input: Json;
}

interface Chooser {
  readonly random: Random;
  readonly board: Board;
  readonly agent: number;
}

const UNKNOWN_STEP = "step_00000000000000000000000000000000";

/** The agent's next call: mostly plausible, given the replies so far. */
export function chooseCall(chooser: Chooser): Choice {
  const { random, board, agent } = chooser;
  const isWaiting = board.planStatus === "awaiting_review";
  const isStalled = board.planStatus === "stalled";
  const held = board.heldBy(agent);
  const isBusy = held !== undefined;
  switch (
    random.weighted({
      next: isStalled ? 80 : isBusy ? 15 : 40,
      submit: isBusy && !held.isCheckpoint ? 30 : 8,
      modify: 16,
      review: held?.isCheckpoint ? 30 : 5,
      decide: isWaiting ? 60 : 3,
      status: 10,
      context: 7,
      store: 7,
      resume: 2,
    })
  ) {
    case "next":
      return { tool: "get_next_step", input: nextStep(chooser) };
    case "submit":
      return { tool: "submit_step_result", input: submission(chooser) };
    case "modify":
      return { tool: "modify_plan", input: modification(chooser) };
    case "review":
      return { tool: "request_user_review", input: review(chooser) };
    case "decide":
      return { tool: "submit_user_decision", input: decision(chooser) };
    case "status":
      return { tool: "get_plan_status", input: statusQuestion(chooser) };
    case "context":
      return { tool: "get_step_context", input: contextQuestion(chooser) };
    case "store":
      return { tool: "store_research", input: artifact(chooser) };
    case "resume":
      return { tool: "get_research_context", input: {} };
  }
}

function nextStep({ random, board }: Chooser): Json {
  return {
    // All go by the same name: only their sessions tell them apart.
    ...(random.chance(0.9) ? { agent: "researcher" } : {}),
    ...(random.chance(0.3) ? { reclaim: true } : {}),
    ...(random.chance(0.12)
      ? { takeOverStepId: someStep(random, board.inStatus("in_progress"), board).stepId }
      : {}),
  };
}

function submission(chooser: Chooser): Json {
  const { random, board, agent } = chooser;
  const held = board.heldBy(agent);
  const step =
    held && random.chance(0.7)
      ? (board.steps.find(({ stepId }) => stepId === held.stepId) ?? held)
      : someStep(random, board.inStatus("in_progress"), board);
  return {
    stepId: step.stepId,
    ...leaseToken(chooser, step.stepId),
    ...result(chooser),
    ...(random.chance(0.6) ? { missingFields: "accept" } : {}),
    ...(random.chance(0.7) ? { confidence: random.pick([0.2, 0.5, 0.7, 0.95]) } : {}),
    ...(random.chance(0.5) ? { resultSummary: `Found ${random.between(0, 9)} sources.` } : {}),
    ...(random.chance(0.2) ? { outputFormattingNotes: "As a list." } : {}),
    ...(random.chance(0.4) ? { continue: true } : {}),
    stepExecutionReport: REPORT,
  };
}

/** With or without the fields that conditions read, now and then as JSON text. */
function result({ random, agent }: Chooser): Json {
  const value = {
    found: random.between(0, 4),
    by: agent,
    ...(random.chance(0.4) ? { missing: random.between(1, 2) } : {}),
  };
  return { result: random.chance(0.1) ? JSON.stringify(value) : value };
}

/** Mostly the current token, sometimes a stale one, one of another step, or none. */
function leaseToken({ random, board, agent }: Chooser, stepId: string): Json {
  const held = board.heldBy(agent);
  const tokens = board.steps.find((step) => step.stepId === stepId)?.tokens ?? [];
  switch (random.weighted({ right: 60, old: 15, other: 4, none: 25 })) {
    case "right": {
      const token = held?.stepId === stepId ? held.token : tokens.at(-1);
      return token ? { leaseToken: token } : {};
    }
    case "old":
      return { leaseToken: tokens[0] ?? "lease_of_nobody" };
    case "other": {
      const given = board.steps.flatMap((step) => step.tokens);
      return { leaseToken: given.length > 0 ? random.pick(given) : "lease_of_nobody" };
    }
    case "none":
      return {};
  }
}

function modification({ random, board }: Chooser): Json {
  const steps = board.steps.map(({ stepId, status }) => ({ id: stepId, status }));
  return {
    ...modificationInput(random.pick(MODIFICATION_ACTIONS), {
      random,
      steps,
      omissions: 0.4,
      mistakes: 0.1,
    }),
    modificationRationale: "It turned out so.",
  };
}

function review(chooser: Chooser): Json {
  const { random, board, agent } = chooser;
  const held = random.chance(0.6) ? board.heldBy(agent) : undefined;
  const { stepId } = held ?? someStep(random, board.inStatus("in_progress"), board);
  return {
    stepId,
    ...leaseToken(chooser, stepId),
    summary: `So far ${random.between(1, 9)} sources.`,
    ...(random.chance(0.3) ? { questions: ["Go on?"] } : {}),
    ...(random.chance(0.5) ? result(chooser) : {}),
    ...(random.chance(0.7) ? { missingFields: "accept" } : {}),
  };
}

function decision({ random, board }: Chooser): Json {
  const taken = random.weighted({ approve: 35, modify: 30, skip: 25, reject: 6 });
  return {
    decision: taken,
    ...(random.chance(0.5)
      ? { stepId: someStep(random, board.inStatus("awaiting_input"), board).stepId }
      : {}),
    ...(taken === "modify" && random.chance(0.9) ? { feedback: "Look further back." } : {}),
    ...(taken !== "modify" && random.chance(0.3) ? { feedback: "Fine." } : {}),
  };
}

function statusQuestion({ random }: Chooser): Json {
  return random.chance(0.3) ? { stallThresholdMinutes: random.pick([0, 0.001, 5, 10_000]) } : {};
}

function contextQuestion(chooser: Chooser): Json {
  const { random, board } = chooser;
  const { stepId } = someStep(random, board.inStatus("in_progress"), board);
  return { stepId, ...leaseToken(chooser, stepId) };
}

/** Always with a token: without one the reply would not show whether the lease had expired. */
function artifact(chooser: Chooser): Json {
  const { random, board } = chooser;
  const { stepId } = someStep(random, board.inStatus("in_progress"), board);
  return {
    stepId,
    leaseToken: "lease_of_nobody",
    ...leaseToken(chooser, stepId),
    artifactType: "note",
    title: `Note ${random.between(1, 1_000_000_000)}`,
    content: `Noted ${random.between(1, 99)} things.`,
  };
}

/** One of the preferred steps, else any; sometimes an unknown one. */
function someStep(random: Random, wanted: readonly KnownStep[], board: Board) {
  if (random.chance(0.02) || board.steps.length === 0) return { stepId: UNKNOWN_STEP };
  return random.pick(wanted.length > 0 && random.chance(0.9) ? wanted : board.steps);
}
