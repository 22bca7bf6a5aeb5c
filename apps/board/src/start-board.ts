import {
  decideByTicket,
  decisionWay,
  type GivenDecision,
  passOn,
  tellAssistant,
} from "./decide.ts";
import { element } from "./element.ts";
import type { Decision, FaceContext } from "./face.ts";
import { attempt, callTool, connectHost, type Host, type HostContext } from "./host.ts";
import { adoptHostContext, timeIn } from "./host-context.ts";
import { type BoardView, readBoard, refusalOf, type ShownCall } from "./read-board.ts";
import { renderCard } from "./render-card.ts";

const REFRESH_AFTER_MS = 30_000;
const MAX_FEEDBACK = "20000";

/** Connects the card to its host, shows what the host tells of the call, and carries out what a person presses. */
export async function startBoard(root: HTMLElement): Promise<void> {
  const feedback = element("textarea", { id: "feedback", rows: "2", maxlength: MAX_FEEDBACK });
  let host: Host | null = null;
  let context: HostContext = {};
  let input: unknown = {};
  let view: BoardView | null = null;
  let shownAtMs = 0;
  let isBusy = false;
  let isConfirming = false;
  let problem: string | null = null;
  let note: string | null = null;
  render();

  host = await connectHost(
    {
      "ui/notifications/tool-input": (params) => {
        input = params.arguments;
      },
      "ui/notifications/tool-result": (result) => {
        show({ input, result });
        setTimeout(refreshIfOpen, REFRESH_AFTER_MS);
      },
      "ui/notifications/tool-cancelled": () => tell({ problem: "The call was cancelled." }),
      "ui/notifications/host-context-changed": (changed) => {
        adopt({ ...context, ...changed });
        render();
        if (performance.now() - shownAtMs > REFRESH_AFTER_MS) refreshIfOpen();
      },
    },
    adopt,
  );
  render();
  new ResizeObserver(reportSize).observe(root);
  reportSize();

  function adopt(changed: HostContext): void {
    context = changed;
    adoptHostContext(context);
  }

  function reportSize(): void {
    const { width, height } = root.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    host?.notify("ui/notifications/size-changed", size);
  }

  function show(call: ShownCall): void {
    const refusal = refusalOf(call.result);
    if (refusal === null) {
      view = readBoard(call);
      shownAtMs = performance.now();
    }
    tell({ problem: refusal });
  }

  function tell(said: { problem?: string | null; note?: string | null }): void {
    problem = said.problem ?? null;
    note = said.note ?? null;
    render();
  }

  /** Hosts may wake the model for every call of a card, so it asks once, and never while a person is about to decide. */
  function refreshIfOpen(): void {
    const isOver = ["completed", "failed"].includes(view?.plan.status ?? "");
    if (!isOver && !view?.review && !view?.report) void refresh();
  }

  async function refresh(): Promise<void> {
    const planId = view?.plan.planId;
    if (!planId || !host?.abilities.serverTools) return;
    const asking = host;
    await busily(async () => {
      show({ input: { planId }, result: await callTool(asking, "get_plan_status", { planId }) });
    });
  }

  async function decide(decision: Decision): Promise<void> {
    const words = feedback.value.trim();
    if (decision === "modify" && !words) {
      tell({ problem: "Say in the feedback what should change." });
      feedback.focus();
      return;
    }
    await busily(() => carryOut({ decision, ...(words ? { feedback: words } : {}) }));
  }

  async function carryOut(given: GivenDecision): Promise<void> {
    if (!host || !view?.review) return;
    const { review } = view;
    isConfirming = false;
    if (decisionWay(host, view) === "ticket") {
      view = await decideByTicket(host, view, given);
      render();
      tell({ note: await passOn(host, review, given) });
      return;
    }
    const isSent = await tellAssistant(host, review, given);
    if (isSent) tell({ note: "Your message was sent. The assistant passes the decision on." });
    else tell({ problem: "The message was not sent." });
  }

  async function busily(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    tell({});
    try {
      await work();
    } catch (error) {
      problem = error instanceof Error ? error.message : "The host did not answer.";
    } finally {
      isBusy = false;
      render();
    }
  }

  function render(): void {
    renderCard(root, view && faceContext(view), problem);
  }

  function faceContext(shown: BoardView): FaceContext {
    const { openLinks, serverTools } = host?.abilities ?? {};
    const modes = context.availableDisplayModes ?? [];
    return {
      view: shown,
      way: decisionWay(host, shown),
      isBusy,
      problem,
      note,
      isConfirming,
      canOpenLinks: !!openLinks,
      canRefresh: !!serverTools && shown.plan.planId !== null,
      canExpand: context.displayMode !== "fullscreen" && modes.includes("fullscreen"),
      feedback,
      timeOf: (moment) => timeIn(moment, context),
      async open(url) {
        const isOpen = host && (await attempt(host, "ui/open-link", { url }));
        if (!isOpen) tell({ problem: `The host did not open ${url}` });
      },
      decide: (decision) => void decide(decision),
      confirm(asks) {
        isConfirming = asks;
        render();
      },
      refresh: () => void refresh(),
      expand() {
        if (host) void attempt(host, "ui/request-display-mode", { mode: "fullscreen" });
      },
    };
  }
}
