import { createTransport } from "nodemailer";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the recipient chooses what to be told. */
  readonly settingsUrl: string;
  readonly messageId: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken it. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The mail server refused the recipient or the message for good. */
export class MailRefused extends Error {}

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Sends by SMTP. A password is never sent unencrypted, except on this computer. */
export function createMailer({
  url,
  from,
}: {
  readonly url: string;
  readonly from: string;
}): Mailer {
  const transport = createTransport(
    {
      ...serverOf(new URL(url)),
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      // Nothing of a mail is ever read from a file or fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ to, subject, text, html, settingsUrl, messageId }) {
      try {
        await transport.sendMail({
          // As an object: a comma or a line break in a text makes no second recipient.
          to: { name: "", address: to },
          subject,
          text,
          html,
          messageId,
          list: { unsubscribe: { url: settingsUrl, comment: "Notification settings" } },
          headers: { "auto-submitted": "auto-generated" },
        });
      } catch (error) {
        throw isPermanent(error) ? new MailRefused(problemOf(error)) : new Error(problemOf(error));
      }
    },
    close: () => transport.close(),
  };
}

/** 5xx for the recipient or the content; a refused sign-in or sender is the operator's to repair. */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command = "" } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
}

function problemOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return `The mail server did not take it (${[code, responseCode].filter(Boolean).join(" ") || "no reason"}).`;
}

const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;

function serverOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === "smtps:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const server = { host, port: Number(port) || (secure ? SMTPS_PORT : SUBMISSION_PORT), secure };
  if (!username) return server;
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return { ...server, auth, requireTLS: !secure && !isLoopback };
}
