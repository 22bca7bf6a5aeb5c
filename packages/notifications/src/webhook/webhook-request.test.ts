import { WEBHOOK_FORMATS } from "@trovella/db/notifications";
import { describe, expect, it } from "vitest";
import type { NotificationEvent } from "../message.ts";
import { webhookRequest } from "./webhook-request.ts";

const consoleUrl = "https://trovella.example";
const HOSTILE = "<!channel> @everyone [free](https://evil.example) & <script>\r\nX-Evil: 1";

it("has type, time and data of the event as JSON", () => {
  const { body, headers } = webhookRequest(event("Two options."), { format: "json", consoleUrl });
  expect(headers).toEqual({ "content-type": "application/json" });
  expect(JSON.parse(body)).toEqual({
    id: "evt_1",
    type: "review.requested",
    timestamp: "2026-01-01T12:00:00.000Z",
    data: {
      organization: { id: "org_a" },
      plan: {
        handle: "p-abc234",
        name: "Heat pumps",
        question: "Which one?",
        status: "awaiting_review",
        url: "https://trovella.example/plans/p-abc234",
      },
      review: {
        id: "rev_1",
        summary: "Two options.",
        decision: null,
        url: "https://trovella.example/inbox?item=p-abc234",
      },
    },
  });
});

describe("texts of others", () => {
  it("mention nobody in Slack and make no links", () => {
    const { body } = webhookRequest(event(HOSTILE), { format: "slack", consoleUrl });
    const { text } = JSON.parse(body);
    expect(text).not.toMatch(/<!channel>|<script>/);
    expect(text).toContain(
      "<https://trovella.example/inbox?item=p-abc234|Review waiting: Heat pumps>",
    );
  });

  it("mention nobody in Discord and make no links", () => {
    const content = JSON.parse(
      webhookRequest(event(HOSTILE), { format: "discord", consoleUrl }).body,
    );
    expect(content.allowed_mentions).toEqual({ parse: [] });
    expect(content.embeds[0].description).toContain("\\[free\\]\\(https://evil.example\\)");
  });

  it("make no links in Teams, whose button leads to the console", () => {
    const content = JSON.parse(
      webhookRequest(event(HOSTILE), { format: "teams", consoleUrl }).body,
    );
    const [{ content: card }] = content.attachments;
    expect(card.body[1].text).toContain("\\[free\\]\\(");
    expect(card.actions[0].url).toBe("https://trovella.example/inbox?item=p-abc234");
  });

  it("add no headers to requests of ntfy", () => {
    const hostile = { ...event("Look."), payload: payload("Look.", "Ä\r\nX-Evil: 1") };
    const { headers, body } = webhookRequest(hostile, { format: "ntfy", consoleUrl });
    expect(body).toBe("Look.");
    expect(headers.title).toBe(
      `=?UTF-8?B?${Buffer.from("Review waiting: Ä X-Evil: 1").toString("base64")}?=`,
    );
    expect(Object.values(headers).join("")).not.toMatch(/[\r\n]/);
  });
});

it.each(WEBHOOK_FORMATS)("has a test in the format %s", (format) => {
  const test = { ...event(""), type: "test", payload: null } as const;
  const { body, headers } = webhookRequest(test, { format, consoleUrl });
  expect(`${body}${headers.title}`).toMatch(/test/i);
});

function event(summary: string): NotificationEvent {
  const at = new Date("2026-01-01T12:00:00Z");
  const payloadOfEvent = payload(summary, "Heat pumps");
  return {
    id: "evt_1",
    type: "review.requested",
    at,
    organizationId: "org_a",
    payload: payloadOfEvent,
  };
}

function payload(summary: string, name: string) {
  const plan = { handle: "p-abc234", name, question: "Which one?", status: "awaiting_review" };
  return { plan, review: { id: "rev_1", summary, decision: null }, reason: null };
}
