import PostalMime, { type Email } from 'postal-mime';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';

interface MailSink {
  url: string;
  /** Every mail that came in whole, answered or not. */
  received: Email[];
  /** From so many mails on it takes them and does not answer; null: it answers all. */
  answersUpTo: number | null;
  /** What it says to an address, where it does not take it. */
  refusals: Map<string, { code: number; text: string }>;
}

/** A mail server on this machine that answers as it is told. */
export const useMailSink = (): MailSink => {
  const sink: MailSink = { url: '', received: [], answersUpTo: null, refusals: new Map() };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => {
      const refusal = sink.refusals.get(address);
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData: (stream, _, done) => {
      const take = async (): Promise<void> => {
        sink.received.push(await PostalMime.parse(await buffer(stream)));
        if (sink.answersUpTo === null || sink.received.length <= sink.answersUpTo) done();
      };
      void take();
    },
  });
  // Who is killed in the middle of a mail leaves a broken connection.
  smtp.on('error', () => undefined);
  beforeAll(
    () =>
      new Promise<void>((resolve) => {
        smtp.listen(0, '127.0.0.1', () => {
          sink.url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
          resolve();
        });
      }),
  );
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        smtp.close(() => resolve());
      }),
  );
  return sink;
};
