import { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { publicScope } from '../db/public-scope.ts';
import { type Database, type Tx } from '../db/tx.ts';
import { html, page } from '../lib/html.ts';

interface StoredMail {
  to: string;
  subject: string;
  body: string;
  createdAt: Date;
  state: string;
}

const listMails = async (tx: Tx): Promise<StoredMail[]> => {
  const { rows } = await sql<StoredMail>`
    select to_address as "to", subject, body, created_at as "createdAt", state from mail order by mail_key desc limit 50
  `.execute(tx);
  return rows;
};

/** The last mails, for a machine without a mail server. It shows reset links, so it does not exist in production. */
export const addDevMailPage = (app: FastifyInstance, db: Database): void => {
  app.get('/dev/mail', async (_, reply) => {
    const mails = await db.withScope(publicScope, listMails);
    const list = mails.map(
      ({ to, subject, body, createdAt, state }) =>
        html`<article>
          <h2>${subject}</h2>
          <p>To ${to} · ${createdAt.toISOString()} · ${state}</p>
          <pre>${body}</pre>
        </article>`,
    );
    return reply.type('text/html; charset=utf-8').send(
      page(
        'Mail',
        html`<h1>Mail</h1>
          ${list.length > 0 ? list : html`<p>No mail has been written yet.</p>`}`,
      ),
    );
  });
};
