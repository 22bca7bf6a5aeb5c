import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

export interface TestMailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Recipients that are refused: for now with a 4xx, for good with a 5xx. */
  refuse: { readonly code: number } | null;
  untilReceived(count: number, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** A real SMTP server on 127.0.0.1, without encryption and sign-in. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo(_, __, done) {
      if (!mailServer.refuse) return done();
      const { code: responseCode } = mailServer.refuse;
      return done(Object.assign(new Error("refused"), { responseCode }));
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      mails.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : "",
        to: envelope.rcptTo.map(({ address }) => address),
        source: Buffer.concat(chunks).toString(),
      });
      done();
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const mailServer: TestMailServer = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mails,
    refuse: null,
    async untilReceived(count, timeoutMs = 20_000) {
      const until = performance.now() + timeoutMs;
      while (mails.length < count) {
        if (performance.now() > until)
          throw new Error(`${mails.length} of ${count} mails after ${timeoutMs} ms`);
        await sleep(20);
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
