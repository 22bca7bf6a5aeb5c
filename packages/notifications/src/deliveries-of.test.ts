import type { NotificationSetting, WaitingEvent } from "@trovella/db/notifications";
import { expect, it } from "vitest";
import { deliveriesOf } from "./deliveries-of.ts";

const now = new Date("2026-01-15T12:00:00Z");
const memberIds = ["ada", "bob"];

it("tells webhooks of the events they chose, from when they were enabled", () => {
  const webhooks = [
    { id: "wh_1", events: ["plan.completed"], enabledAt: new Date(0) },
    { id: "wh_2", events: ["review.requested"], enabledAt: new Date(0) },
    { id: "wh_3", events: ["plan.completed"], enabledAt: new Date(now.getTime() + 1) },
  ];
  const deliveries = deliveriesOf(
    { events: [event()], webhooks, settings: [] },
    { memberIds: [], now },
  );
  expect(deliveries).toMatchObject([
    { eventId: "evt_1", webhookId: "wh_1", userId: null, dueAt: now },
  ]);
});

it("tells owners of their plans, and everybody of plans whose owner left", () => {
  const told = (ownerId: string | null) => userIds(event({ ownerId }), []);
  expect(told("ada")).toEqual(["ada"]);
  expect(told("carol")).toEqual(["ada", "bob"]);
  expect(told(null)).toEqual(["ada", "bob"]);
});

it("tells the assignee of reviews while they are a member, and the owner of all else", () => {
  const told = (fields: Partial<WaitingEvent>) => userIds(event({ ownerId: "ada", ...fields }), []);
  const requested = { type: "review.requested" } as const;
  expect(told({ ...requested, assigneeId: "bob" })).toEqual(["bob"]);
  expect(told({ ...requested, assigneeId: "carol" })).toEqual(["ada"]);
  expect(told({ assigneeId: "bob" })).toEqual(["ada"]);
});

it("tells those who want it of all plans, and nobody who wants nothing", () => {
  const all = setting("bob", { plans: "all" });
  const none = setting("ada", { choices: { "plan.completed": { email: "off" } } });
  expect(userIds(event({ ownerId: "ada" }), [all, none])).toEqual(["bob"]);
});

it("sends no e-mail about what happened long ago", () => {
  const createdAt = new Date("2026-01-01T12:00:00Z");
  expect(userIds(event({ createdAt }), [])).toEqual([]);
});

function userIds(one: WaitingEvent, settings: readonly NotificationSetting[]) {
  const deliveries = deliveriesOf({ events: [one], webhooks: [], settings }, { memberIds, now });
  return deliveries.map(({ userId }) => userId);
}

function event(fields: Partial<WaitingEvent> = {}): WaitingEvent {
  const plan = { handle: "p-abc234", name: "A plan", question: "Why?", status: "completed" };
  const payload = { plan, review: null, reason: null };
  const base = { id: "evt_1", planId: "plan_1", seq: 3, type: "plan.completed", payload } as const;
  return { ...base, createdAt: now, ownerId: null, assigneeId: null, ...fields };
}

function setting(userId: string, fields: Partial<NotificationSetting>): NotificationSetting {
  const times = { timeZone: "UTC", quietFrom: null, quietTo: null, digestHour: 8, address: null };
  return { userId, choices: {}, plans: "mine", ...times, ...fields };
}
