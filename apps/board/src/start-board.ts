import { element } from "./element.ts";
import type { Decision, DecisionWay, FaceContext } from "./face.ts";
import { connectHost, type Host, type HostContext } from "./host.ts";
import { type BoardView, readBoard, refusalOf, type ShownCall } from "./read-board.ts";
import { renderCard } from "./render-card.ts";

const REFRESH_AFTER_MS = 30_000;
const MAX_FEEDBACK = "20000";

interface State {
  view: BoardView | null;
  isBusy: boolean;
  isConfirming: boolean;
  problem: string | null;
  note: string | null;
  context: HostContext;
  shownAtMs: number;
}

/** Connects the card to its host, shows what the host tells of the call, and carries out what a person presses. */
export async function startBoard(root: HTMLElement): Promise<void> {
  const state: State = {
    view: null,
    isBusy: false,
    isConfirming: false,
    problem: null,
    note: null,
    context: {},
    shownAtMs: 0,
  };
  const feedback = element("textarea", { id: "feedback", rows: "2", maxlength: MAX_FEEDBACK });
  let host: Host | null = null;
  let input: unknown = {};
  render();

  host = await connectHost(
    {
      "ui/notifications/tool-input": ({ arguments: given }) => {
        input = given;
      },
      "ui/notifications/tool-result": (result) => {
        show({ input, result });
        setTimeout(refreshWaiting, REFRESH_AFTER_MS);
      },
      "ui/notifications/tool-cancelled": () => fail("The call was cancelled."),
      "ui/notifications/host-context-changed": (changed) => {
        adopt({ ...state.context, ...changed });
        if (performance.now() - state.shownAtMs > REFRESH_AFTER_MS) refreshWaiting();
        render();
      },
    },
    adopt,
  );
  render();
  new ResizeObserver(reportSize).observe(root);
  reportSize();

  function adopt(context: HostContext): void {
    state.context = context;
    const { dataset, style } = document.documentElement;
    if (context.theme === "light" || context.theme === "dark") dataset.theme = context.theme;
    dataset.mode = context.displayMode === "fullscreen" ? "fullscreen" : "inline";
    for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
      if (name.startsWith("--") && typeof value === "string") style.setProperty(name, value);
    }
  }

  function reportSize(): void {
    const { width, height } = root.getBoundingClientRect();
    host?.notify("ui/notifications/size-changed", {
      width: Math.ceil(width),
      height: Math.ceil(height),
    });
  }

  function show(call: ShownCall): void {
    const refusal = refusalOf(call.result);
    if (refusal) {
      fail(refusal);
      return;
    }
    state.view = readBoard(call);
    state.problem = null;
    state.shownAtMs = performance.now();
    render();
  }

  function fail(problem: string): void {
    state.problem = problem;
    render();
  }

  /** Once, a while after the call, and not while a person is about to decide. */
  function refreshWaiting(): void {
    const isOpen = state.view?.plan.status !== "completed" && !state.view?.review;
    if (isOpen && !state.view?.report) void refresh();
  }

  async function refresh(): Promise<void> {
    const planId = state.view?.plan.planId;
    if (!planId || !host?.abilities.serverTools || state.isBusy) return;
    await busily(async () => {
      const call = { planId };
      show({ input: call, result: await callTool("get_plan_status", call) });
    });
  }

  async function decide(decision: Decision): Promise<void> {
    const review = state.view?.review;
    const words = feedback.value.trim();
    if (!review || state.isBusy) return;
    if (decision === "modify" && !words) {
      fail("Say in the feedback what should change.");
      feedback.focus();
      return;
    }
    const given = { decision, ...(words ? { feedback: words } : {}) };
    await busily(() => (decisionWay() === "ticket" ? decideByTicket(given) : tellAssistant(given)));
  }

  async function decideByTicket(given: { decision: Decision; feedback?: string }): Promise<void> {
    const before = state.view;
    if (!before?.review || !before.ticket) return;
    const { planId, stepId } = before.review;
    const call = { planId, ...(stepId ? { stepId } : {}), ...given, ticket: before.ticket };
    const result = await callTool("submit_user_decision", call);
    show({ input: call, result });
    const decided = state.view?.review?.outcome;
    if (state.problem || !state.view || !decided) return;
    state.isConfirming = false;
    state.view = { ...state.view, ticket: null, review: { ...before.review, outcome: decided } };
    render();
    await passOn(given.decision, planId);
  }

  /** The model learns of the decision without a turn, then is asked to go on. */
  async function passOn(decision: Decision, planId: string | null): Promise<void> {
    const { updateModelContext, message } = host?.abilities ?? {};
    const text = `The person decided the review of plan ${planId} in the card: ${decision}.`;
    if (updateModelContext) {
      await attempt("ui/update-model-context", { content: [{ type: "text", text }] });
    }
    const isSent = message && (await say("The review is decided. Call get_next_step."));
    state.note = isSent
      ? "The assistant was told to go on."
      : "Ask the assistant to go on with the plan.";
    render();
  }

  async function tellAssistant({
    decision,
    feedback: words,
  }: {
    decision: Decision;
    feedback?: string;
  }) {
    const { planId, stepId } = state.view?.review ?? {};
    const step = stepId ? `step ${stepId} of plan ${planId}` : `the review of plan ${planId}`;
    const said = {
      approve: `I approve ${step}.`,
      modify: `Please change ${step}.`,
      skip: `Please skip ${step}.`,
      reject: `I reject ${step}; the plan ends.`,
    }[decision];
    const isSent = await say(words ? `${said} ${words}` : said);
    state.isConfirming = false;
    if (isSent) state.note = "Your message was sent. The assistant passes the decision on.";
    else state.problem = "The message was not sent.";
    render();
  }

  function say(text: string): Promise<boolean> {
    return attempt("ui/message", { role: "user", content: [{ type: "text", text }] });
  }

  async function attempt(method: string, params: object): Promise<boolean> {
    try {
      const result = (await host?.request(method, params)) as { isError?: boolean } | undefined;
      return result?.isError !== true;
    } catch {
      return false;
    }
  }

  async function callTool(name: string, given: object): Promise<unknown> {
    return host?.request("tools/call", { name, arguments: given });
  }

  async function busily(work: () => Promise<void>): Promise<void> {
    state.isBusy = true;
    state.problem = null;
    render();
    try {
      await work();
    } catch (error) {
      state.problem = error instanceof Error ? error.message : "The host did not answer.";
    } finally {
      state.isBusy = false;
      render();
    }
  }

  function decisionWay(): DecisionWay {
    const { serverTools, message } = host?.abilities ?? {};
    if (serverTools && state.view?.ticket) return "ticket";
    return message && state.view?.review?.canRelay ? "message" : "link";
  }

  function render(): void {
    const { view, context } = state;
    const { openLinks, serverTools } = host?.abilities ?? {};
    const face: FaceContext | null = view && {
      view,
      way: decisionWay(),
      isBusy: state.isBusy,
      problem: state.problem,
      note: state.note,
      isConfirming: state.isConfirming,
      canOpenLinks: !!openLinks,
      canRefresh: !!serverTools && view.plan.planId !== null,
      canExpand:
        context.displayMode !== "fullscreen" &&
        (context.availableDisplayModes ?? []).includes("fullscreen"),
      feedback,
      timeOf: (moment) => timeIn(moment, context),
      open: async (url) => {
        if (!(await attempt("ui/open-link", { url }))) fail(`The host did not open ${url}`);
      },
      decide: (decision) => void decide(decision),
      confirm(isConfirming) {
        state.isConfirming = isConfirming;
        render();
      },
      refresh: () => void refresh(),
      expand: () => void attempt("ui/request-display-mode", { mode: "fullscreen" }),
    };
    renderCard(root, face, state.problem);
  }
}

function timeIn(moment: string, { locale, timeZone }: HostContext): string | null {
  const time = new Date(moment);
  if (Number.isNaN(time.getTime())) return null;
  const form = { hour: "2-digit", minute: "2-digit" } as const;
  try {
    return time.toLocaleTimeString(locale, { ...form, ...(timeZone ? { timeZone } : {}) });
  } catch {
    return time.toLocaleTimeString(undefined, form);
  }
}
