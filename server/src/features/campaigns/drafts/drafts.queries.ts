import { type CampaignDraft } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** The user and the campaign of a draft form: null for a new campaign of the channel. */
interface DraftPlace {
  ownerKey: number;
  userKey: number;
  channel: string;
  campaignKey: number | null;
}

interface DraftRow extends Omit<CampaignDraft, 'updatedAt'> {
  updatedAt: Date;
}

const COLUMNS = sql`draft_key as "draftKey", channel, campaign_key as "campaignKey", step, body, updated_at as "updatedAt"`;

export const listDrafts = async (tx: Tx, ownerKey: number, userKey: number): Promise<DraftRow[]> => {
  const { rows } = await sql<DraftRow>`
    select ${COLUMNS} from campaign_draft where owner_key = ${ownerKey} and user_key = ${userKey} order by updated_at desc
  `.execute(tx);
  return rows;
};

const isPlace = ({ ownerKey, userKey, channel, campaignKey }: DraftPlace) =>
  sql`owner_key = ${ownerKey} and user_key = ${userKey} and ${
    campaignKey === null ? sql`campaign_key is null and channel = ${channel}` : sql`campaign_key = ${campaignKey}`
  }`;

export const upsertDraft = async (
  tx: Tx,
  place: DraftPlace,
  { step, body, at }: { step: string; body: object; at: Date },
): Promise<DraftRow> => {
  const { ownerKey, userKey, channel, campaignKey } = place;
  const target =
    campaignKey === null
      ? sql`(owner_key, user_key, channel) where campaign_key is null`
      : sql`(owner_key, user_key, campaign_key) where campaign_key is not null`;
  const { rows } = await sql<DraftRow>`
    insert into campaign_draft (owner_key, user_key, channel, campaign_key, step, body, updated_at)
    values (${ownerKey}, ${userKey}, ${channel}, ${campaignKey}, ${step}, ${JSON.stringify(body)}, ${at})
    on conflict ${target} do update set step = excluded.step, body = excluded.body, updated_at = excluded.updated_at
    returning ${COLUMNS}
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The draft was not written');
  return rows[0];
};

export const removeDraft = async (tx: Tx, place: DraftPlace): Promise<void> => {
  await sql`delete from campaign_draft where ${isPlace(place)}`.execute(tx);
};

export const removeDraftByKey = async (
  tx: Tx,
  ownerKey: number,
  userKey: number,
  draftKey: number,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from campaign_draft where owner_key = ${ownerKey} and user_key = ${userKey} and draft_key = ${draftKey}
  `.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
};
