import { type CallResponse, ioGet, type IoAgencyOrder, ioNextMonthEmail, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { type Job } from '../../jobs/define-job.ts';
import { type SignedIn, type TestApp } from '../app.ts';
import { makeCampaign, makeGoal, makePartner } from './factories.ts';

export const PUBLIC_URL = 'https://paceline.test';
export const NEXT_MONTH = '2026-04-01';
const RIGHTS: Permission[] = ['allocations:View', 'allocations:Update', 'partners:Contact', 'partners:View'];

interface StoredMail {
  to: string;
  subject: string;
  body: string;
  html: string;
  files: { name: string; content: Buffer }[];
}

/** Two owners who work with the same two partners; each pair has a client, a campaign and a plan for next month. */
export const makeOrdersWorld = async (harness: TestApp, makeMail: Job) => {
  const run = <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> =>
    harness.asMigrator(async (tx) => (await statement.execute(tx)).rows as Row[]);
  const addPlan = (campaignKey: number, allocation: number) =>
    run(sql`
      insert into campaign_month (owner_key, campaign_key, month, monthly_capacity, monthly_allocation, monthly_soft_allocation, daily_allocation)
      select owner_key, campaign_key, ${NEXT_MONTH}, ${allocation + 20}, ${allocation}, ${allocation - 5}, 9
      from campaign where campaign_key = ${campaignKey}`);
  const addCampaign = async (
    parts: { ownerKey?: number; partnerKey: number; goalKey?: number },
    allocation: number,
  ) => {
    const campaign = await harness.asMigrator((tx) => makeCampaign(tx, parts));
    await addPlan(campaign.campaignKey, allocation);
    const [of] = await run<{ clientKey: number }>(
      sql`select client_key as "clientKey" from goal where goal_key = ${campaign.goalKey}`,
    );
    return { ...campaign, clientKey: of!.clientKey };
  };
  const addContact = async (partnerKey: number, name: string): Promise<number> => {
    const email = `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.${partnerKey}@partner.example`;
    const [row] = await run<{ key: number }>(sql`
      insert into partner_contact (partner_key, name, email, notifications) values (${partnerKey}, ${name}, ${email}, '{IO}')
      returning contact_key as key`);
    return row!.key;
  };
  const [one, two] = await harness.asMigrator(async (tx) => [await makePartner(tx), await makePartner(tx)] as const);
  const mine = await addCampaign({ partnerKey: one }, 100);
  const second = await addCampaign({ ownerKey: mine.ownerKey, partnerKey: one, goalKey: mine.goalKey }, 30);
  const others = await addCampaign({ ownerKey: mine.ownerKey, partnerKey: two, goalKey: mine.goalKey }, 70);
  const otherGoal = await harness.asMigrator((tx) => makeGoal(tx, mine.ownerKey));
  const elsewhere = await addCampaign({ ownerKey: mine.ownerKey, partnerKey: one, goalKey: otherGoal }, 11);
  const foreign = await addCampaign({ partnerKey: one }, 55);
  const contacts = {
    ada: await addContact(one, 'Ada'),
    bo: await addContact(one, 'Bo'),
    cy: await addContact(two, 'Cy'),
  };
  const owner = mine.ownerKey;
  const agency = (permissions: Permission[] = RIGHTS): Promise<SignedIn> =>
    harness.signedIn('ag', { owners: [owner, foreign.ownerKey], permissions });
  const partner = (partnerKey = one, permissions: Permission[] = RIGHTS): Promise<SignedIn> =>
    harness.signedIn('mp', { owners: [owner, foreign.ownerKey], partnerKey, permissions });

  const send = async (as: SignedIn, body: object, inOwner = owner) =>
    harness.call(ioNextMonthEmail, as, { params: { owner: inOwner }, body: body as never });
  type Sent = CallResponse<typeof ioNextMonthEmail>;
  /** Each test begins without orders, mails and tries. */
  const forgetOrders = async (): Promise<void> => {
    await harness.asMigrator(async (tx) => {
      // Signatures refuse to go.
      await sql`set local session_replication_role = replica`.execute(tx);
      const ofOrders = ['signature', 'notice', 'change', 'mail', 'line'].map((part) => `insertion_order_${part}`);
      for (const table of [...ofOrders, 'insertion_order', 'insertion_order_number', 'mail_file', 'mail', 'rate_limit'])
        await sql`delete from ${sql.table(table)}`.execute(tx);
    });
  };
  return {
    run,
    forgetOrders,
    owner,
    partners: { one, two },
    campaigns: { mine, second, others, elsewhere, foreign },
    clientKey: mine.clientKey,
    contacts,
    agency,
    partner,
    addPlan,
    addContact,
    send,
    sent: async (as: SignedIn, body: object): Promise<Sent> => {
      const { status, body: answer } = await send(as, body);
      if (status !== 200) throw new Error(JSON.stringify(answer));
      return answer.data as Sent;
    },
    order: async (as: SignedIn, ioKey: number): Promise<IoAgencyOrder> =>
      (await harness.call(ioGet, as, { params: { owner, ioKey } })).body.data as IoAgencyOrder,
    /** Does what the queue would do: makes every mail that waits; what fails is left for later. */
    work: async (): Promise<number> => {
      const waiting = await run<{ ownerKey: number; ioMailKey: number }>(
        sql`select owner_key as "ownerKey", io_mail_key as "ioMailKey" from insertion_order_mail where state = 'waiting' order by 2`,
      );
      for (const payload of waiting) await makeMail.run(payload).catch(() => undefined);
      return waiting.length;
    },
    mails: async (): Promise<StoredMail[]> => {
      const rows = await run<StoredMail & { mailKey: number }>(sql`
        select m.mail_key as "mailKey", m.to_address as "to", m.subject, m.body, m.html from mail m
        where exists (select from insertion_order_mail o where o.mail_key = m.mail_key) order by m.mail_key`);
      return Promise.all(
        rows.map(async ({ mailKey, ...mail }) => ({
          ...mail,
          files: await run<{ name: string; content: Buffer }>(
            sql`select name, content from mail_file where mail_key = ${mailKey} order by place`,
          ),
        })),
      );
    },
  };
};
export type OrdersWorld = Awaited<ReturnType<typeof makeOrdersWorld>>;

/** The secret of the link in a mail. */
export const tokenIn = ({ body }: Pick<StoredMail, 'body'>): string => /token=([\w-]{43})/.exec(body)?.[1] ?? '';
