import { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { publicScope } from '../db/scope/public-scope.ts';
import { type Database, type Tx } from '../db/scope/tx.ts';
import { html, type Html, page } from '../lib/files/html.ts';

interface StoredFile {
  place: number;
  name: string;
  contentType: string;
}
interface StoredMail {
  mailKey: number;
  files: StoredFile[];
  hasHtml: boolean;
  to: string;
  subject: string;
  body: string;
  createdAt: Date;
  state: string;
}

const listMails = async (tx: Tx, search: string): Promise<StoredMail[]> => {
  const { rows } = await sql<StoredMail>`
    select m.mail_key as "mailKey", m.to_address as "to", m.subject, m.body, m.created_at as "createdAt", m.state, m.html is not null as "hasHtml",
           coalesce((select jsonb_agg(jsonb_build_object('place', f.place, 'name', f.name, 'contentType', f.content_type) order by f.place)
                     from mail_file f where f.mail_key = m.mail_key), '[]') as files
    from mail m where strpos(concat_ws(' ', m.to_address, m.subject, m.body), ${search}) > 0 order by m.mail_key desc limit 50
  `.execute(tx);
  return rows;
};

const findFile = async (
  tx: Tx,
  mailKey: string,
  place: string,
): Promise<{ contentType: string; content: Buffer } | undefined> => {
  const { rows } = await sql<{ contentType: string; content: Buffer }>`
    select content_type as "contentType", content from mail_file where mail_key::text = ${mailKey} and place::text = ${place}
  `.execute(tx);
  return rows[0];
};

/** The HTML part, with its pictures from the mail's files; undefined where it has none. */
const findHtml = async (tx: Tx, mailKey: string): Promise<string | undefined> => {
  const { rows } = await sql<{ html: string; pictures: { id: string; place: number }[] }>`
    select m.html, coalesce((select jsonb_agg(jsonb_build_object('id', f.content_id, 'place', f.place))
                             from mail_file f where f.mail_key = m.mail_key and f.content_id is not null), '[]') as pictures
    from mail m where m.mail_key::text = ${mailKey} and m.html is not null
  `.execute(tx);
  return rows[0]?.pictures.reduce(
    (text, { id, place }) => text.replaceAll(`cid:${id}`, `/dev/mail/${mailKey}/${place}`),
    rows[0].html,
  );
};
/** A mail's styles stand in its elements. */
const MAIL_POLICY = "default-src 'none';style-src 'unsafe-inline';img-src 'self';frame-ancestors 'none'";

const fileOf = (mailKey: number, { place, name, contentType }: StoredFile): Html => {
  const address = `/dev/mail/${mailKey}/${place}`;
  return contentType === 'image/png'
    ? html`<p><img src="${address}" alt="${name}" width="300" /></p>`
    : html`<p><a href="${address}" download="${name}">${name}</a></p>`;
};

/**
 * Shows the last mails, or with `?search=` matching ones, on a machine without a mail server. They contain reset links, so the page does
 * not exist in production.
 */
export const addDevMailPage = (app: FastifyInstance, db: Database): void => {
  app.get<{ Querystring: { search?: unknown } }>('/dev/mail', async ({ query }, reply) => {
    const search = typeof query.search === 'string' ? query.search : '';
    const mails = await db.withScope(publicScope, (tx) => listMails(tx, search));
    const list = mails.map(
      ({ mailKey, to, subject, body, createdAt, state, files, hasHtml }) =>
        html`<article>
          <h2>${subject}</h2>
          <p>To ${to} · ${createdAt.toISOString()} · ${state}</p>
          <pre>${body}</pre>
          ${hasHtml ? html`<p><a href="/dev/mail/${mailKey}/html">As HTML</a></p>` : null}
          ${files.map((file) => fileOf(mailKey, file))}
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
  app.get<{ Params: { mailKey: string } }>('/dev/mail/:mailKey/html', async ({ params }, reply) => {
    const text = await db.withScope(publicScope, (tx) => findHtml(tx, params.mailKey));
    if (text === undefined) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').header('content-security-policy', MAIL_POLICY).send(text);
  });
  app.get<{ Params: { mailKey: string; place: string } }>('/dev/mail/:mailKey/:place', async ({ params }, reply) => {
    const file = await db.withScope(publicScope, (tx) => findFile(tx, params.mailKey, params.place));
    return file === undefined ? reply.callNotFound() : reply.type(file.contentType).send(file.content);
  });
};
