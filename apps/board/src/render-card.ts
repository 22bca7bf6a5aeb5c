import { element } from "./element.ts";
import type { Face, FaceContext } from "./face.ts";
import { planFace } from "./faces/plan-face.ts";
import { reportFace } from "./faces/report-face.ts";
import { reviewFace } from "./faces/review-face.ts";
import { splitName } from "./words.ts";

/** Shows the face that fits the call; without a call yet, that it is awaited. */
export function renderCard(
  root: HTMLElement,
  context: FaceContext | null,
  problem: string | null,
): void {
  const focused = document.activeElement;
  const scrolled = root.querySelector(".body")?.scrollTop ?? 0;
  const face = context && faceOf(context);
  const body = element("div", { class: "body" }, ...(face?.body ?? [waiting(problem)]));
  const status = element("p", { class: "problem", role: "status" }, face ? problem : null);
  const actions = (face?.actions ?? []).filter((action) => action !== null);
  const card = element(
    "main",
    { class: "card", "aria-busy": String(context?.isBusy ?? false) },
    headOf(face),
    body,
    status,
    actions.length > 0 ? element("footer", { class: "actions" }, ...actions) : null,
  );
  root.replaceChildren(card);
  body.scrollTop = scrolled;
  if (body.scrollHeight > body.clientHeight) makeScrollable(body);
  restoreFocus(root, focused);
}

/** Buttons are made again with every change: the one with the same name gets the focus, else the last, which is harmless. */
function restoreFocus(root: HTMLElement, focused: Element | null): void {
  if (focused instanceof HTMLTextAreaElement) focused.focus();
  if (!(focused instanceof HTMLButtonElement)) return;
  const buttons = [...root.querySelectorAll("button")];
  const same = buttons.find(({ textContent }) => textContent === focused.textContent);
  (same ?? buttons.at(-1))?.focus();
}

function faceOf(context: FaceContext): Face {
  const { review, report } = context.view;
  if (report) return reportFace(context, report);
  return review ? reviewFace(context, review) : planFace(context);
}

function headOf(face: Face | null): Node {
  const { kind, title, badge } = face ?? { kind: "Trovella", title: "Research", badge: null };
  const { mode, topic } = splitName(title);
  return element(
    "header",
    { class: "head" },
    element("span", { class: "logo", "aria-hidden": "true" }, "✓"),
    element(
      "div",
      { class: "titles" },
      element("span", { class: "kind" }, mode ? `${kind} · ${mode}` : kind),
      element("h1", {}, topic),
    ),
    badge ? element("span", { class: `badge ${badge.look}` }, badge.word) : null,
  );
}

function waiting(problem: string | null): Node {
  return element("p", { class: "soft" }, problem ?? "Waiting for the result of the call …");
}

/** Whatever scrolls must be reachable by keyboard. */
function makeScrollable(body: HTMLElement): void {
  body.tabIndex = 0;
  body.setAttribute("role", "region");
  body.setAttribute("aria-label", "Details");
}
