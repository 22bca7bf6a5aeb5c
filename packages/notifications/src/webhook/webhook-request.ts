import type { WebhookFormat } from "@trovella/db/notifications";
import { type Message, messageOf, type NotificationEvent, planUrl, reviewUrl } from "../message.ts";

export interface WebhookRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request of an event as the receiver expects it. */
export function webhookRequest(
  event: NotificationEvent,
  { format, consoleUrl }: { readonly format: WebhookFormat; readonly consoleUrl: string },
): WebhookRequest {
  const message = messageOf(event, consoleUrl);
  if (format === "ntfy") return ntfyRequest(event, message);
  const content = format === "json" ? jsonBody(event, consoleUrl) : CHATS[format](message);
  return { body: JSON.stringify(content), headers: { "content-type": "application/json" } };
}

function jsonBody(
  { id, type, at, organizationId, payload }: NotificationEvent,
  consoleUrl: string,
) {
  const organization = { id: organizationId };
  const event = { type, timestamp: at.toISOString(), id };
  if (!payload) return { ...event, data: { organization } };
  const { plan, review, reason } = payload;
  return {
    ...event,
    data: {
      organization,
      plan: { ...plan, url: planUrl(consoleUrl, plan) },
      ...(review ? { review: { ...review, url: reviewUrl(consoleUrl, plan) } } : {}),
      ...(reason ? { reason } : {}),
    },
  };
}

const MAX_CHAT_TEXT = 1_000;

const CHATS = {
  // https://docs.slack.dev/messaging/formatting-message-text: only these three characters are special, mentions included.
  slack: ({ title, text, url }: Message) => {
    const escaped = (raw: string) =>
      raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const label = escaped(title).replaceAll("|", "¦");
    return { text: `*<${url}|${label}>*\n${escaped(text.slice(0, MAX_CHAT_TEXT))}` };
  },
  discord: ({ title, text, url }: Message) => ({
    embeds: [
      { title: title.slice(0, 250), url, description: unformatted(text.slice(0, MAX_CHAT_TEXT)) },
    ],
    // Whatever the text says, nobody is pinged.
    allowed_mentions: { parse: [] },
  }),
  // The message that the webhook of a Teams workflow takes: one adaptive card.
  teams: ({ title, text, url }: Message) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", text: unformatted(title), weight: "Bolder", wrap: true },
            { type: "TextBlock", text: unformatted(text.slice(0, MAX_CHAT_TEXT)), wrap: true },
          ],
          actions: [{ type: "Action.OpenUrl", title: "Open in Trovella", url }],
        },
      },
    ],
  }),
};

/** So that no text makes links or other markup of its own. */
function unformatted(text: string): string {
  return text.replace(/[\\`*_~|[\]()<>#]/g, "\\$&");
}

const TAGS: Readonly<Record<NotificationEvent["type"], string>> = {
  "review.requested": "raised_hand",
  "review.decided": "ballot_box_with_check",
  "plan.completed": "white_check_mark",
  "plan.failed": "x",
  "plan.stalled": "hourglass",
  test: "bell",
};

/** https://docs.ntfy.sh/publish: the text is the body, everything else a header. */
function ntfyRequest({ type }: NotificationEvent, { title, text, url }: Message): WebhookRequest {
  return {
    body: text.slice(0, MAX_CHAT_TEXT) || title,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      title: headerText(title),
      click: url,
      tags: TAGS[type],
    },
  };
}

/** RFC 2047, which ntfy decodes, for what a header cannot hold. */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}
