import type { Message } from "../message.ts";
import type { Mail } from "./mailer.ts";

interface MailOptions {
  readonly to: string;
  readonly consoleUrl: string;
  /** The same for every attempt, so that mail programs show a repeated one once. */
  readonly id: string;
}

/** One mail for everything that a person is told at the same time. */
export function composeMail(messages: readonly Message[], options: MailOptions): Mail {
  const { to, consoleUrl, id } = options;
  const settingsUrl = `${consoleUrl}/settings#notifications`;
  const [first] = messages;
  const subject =
    messages.length === 1 && first ? first.title : `${messages.length} notifications from Trovella`;
  return {
    to,
    subject: oneLine(subject),
    text: `${messages.map(plainText).join("\n\n")}\n\n-- \nChoose what you are told: ${settingsUrl}\n`,
    html: page(messages.map(markup).join("\n"), settingsUrl),
    settingsUrl,
    messageId: `<${id}@${new URL(consoleUrl).hostname}>`,
  };
}

function plainText({ title, text, url }: Message): string {
  return [title, text, url].filter(Boolean).join("\n");
}

function markup({ title, text, url }: Message): string {
  return `<div style="margin:0 0 24px"><p style="margin:0 0 6px;font-weight:600"><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p>
<p style="margin:0;white-space:pre-line">${escapeHtml(text)}</p></div>`;
}

function page(content: string, settingsUrl: string): string {
  return `<!doctype html><html><body style="font:15px/1.5 system-ui,sans-serif;max-width:640px;margin:24px auto;padding:0 16px">
${content}
<p style="font-size:13px;color:#667">Trovella. <a href="${escapeHtml(settingsUrl)}">Choose what you are told</a></p>
</body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
