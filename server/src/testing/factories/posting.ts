import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { randomToken, sha256 } from '../../lib/secrets/tokens.ts';

/** A posting key of a partner, as it was shown once. */
export const makePostingKey = async (tx: Tx, partnerKey: number, at: Date): Promise<string> => {
  const key = randomToken();
  await sql`
    insert into partner_posting_key (partner_key, key_hash, hint, created_at)
    values (${partnerKey}, ${sha256(key)}, ${key.slice(-4)}, ${at})
  `.execute(tx);
  return key;
};

/** No limit that a test could meet. */
export const allowFastPosts = (tx: Tx, partnerKey: number): Promise<unknown> =>
  sql`update media_partner set posts_per_second = 10000 where partner_key = ${partnerKey}`.execute(tx);

const FIRST_NAMES = ['Maria', 'James', 'Linda', 'Robert', 'Susan', 'David', 'Karen', 'Thomas', 'Nancy', 'Daniel'];
const LAST_NAMES = [
  'Hartwell',
  'Jimenez',
  'Okafor',
  'Lindqvist',
  'Moreau',
  'Castell',
  'Brandt',
  'Ferreira',
  'Novak',
  'Yates',
];

/** A post that passes every usual check: person number `n`, of no other number. */
export const postBody = (
  n: number,
  { campaignKey, clientName }: { campaignKey: number | string; clientName: string },
): Record<string, string | number> => ({
  cck: campaignKey,
  transactionId: `T-${n}`,
  firstName: FIRST_NAMES[n % 10] ?? '',
  lastName: LAST_NAMES[Math.floor(n / 10) % 10] ?? '',
  email: `person${n}@posted.net`,
  phone: `312${String(2_340_000 + n)}`,
  zip: '60601',
  state: 'IL',
  publisherSource: 'site-one',
  landingPageUrl: 'https://apply.partner.example/form?step=2',
  // People have addresses of their own.
  ipAddress: `12.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36',
  tcpaConsent: 'Y',
  tcpaText: `By sending this form I agree that ${clientName} may call, text and email me at the number that I gave.`,
});

export const clientNameOf = async (tx: Tx, campaignKey: number): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select k.name from campaign c join goal g using (owner_key, goal_key) join client k using (owner_key, client_key)
    where c.campaign_key = ${campaignKey}
  `.execute(tx);
  return rows[0]?.name ?? '';
};

/** Every table that a post writes has its months. */
export const makeMonths = (tx: Tx, from: string, to: string): Promise<unknown> =>
  sql
    .raw(
      `do $$ declare t regclass; begin
         for t in select oid::regclass from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace loop
           call app.ensure_months(t, '${from}', '${to}');
         end loop;
       end $$`,
    )
    .execute(tx);
