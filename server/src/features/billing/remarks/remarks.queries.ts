import { type BillingSide, type Remark } from '@paceline/contract';
import { sql } from 'kysely';
import { ofPartner } from '../../../db/scope/of-partner.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type CheckedFile } from './dispute-file.ts';

export interface StoredRemark {
  remarkKey: number;
  kind: Remark;
  comment: string;
  isAgency: boolean;
  by: string;
  at: Date;
  fileKey: number | null;
  fileName: string | null;
}
export interface LineId {
  ownerKey: number;
  month: string;
  campaignKey: number;
}
/** Reconciliation with clients has pages of its own: these remarks are about payments to a media partner. */
const SIDE: BillingSide = 'media';

export const listRemarks = async (tx: Tx, { ownerKey, month, campaignKey }: LineId): Promise<StoredRemark[]> => {
  const { rows } = await sql<StoredRemark>`
    select r.remark_key::int as "remarkKey", r.kind, r.comment, r.is_agency as "isAgency", r.at, r.file_key::int as "fileKey",
           f.name as "fileName",
           case when u.user_key is null then case when r.is_agency then 'The agency' else 'The media partner' end
                else concat_ws(' ', u.first_name, u.last_name) end as by
    from billing_remark r
    left join billing_file f on f.owner_key = r.owner_key and f.file_key = r.file_key
    left join user_account u on u.user_key = r.written_by
    where r.owner_key = ${ownerKey} and r.month = ${month}::date and r.campaign_key = ${campaignKey} and r.side = ${SIDE}
      and ${ofPartner('r.partner_key')}
    order by r.remark_key
  `.execute(tx);
  return rows;
};

/** Two remarks about a line are written one after the other. */
export const holdLine = async (tx: Tx, { ownerKey, campaignKey }: LineId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing remark ${ownerKey} ${campaignKey}`}, 0))`.execute(
    tx,
  );
};

/** The partner of the line's campaign, if any; null where there is no such campaign. */
export const findCampaign = async (
  tx: Tx,
  { ownerKey, campaignKey }: LineId,
): Promise<{ partnerKey: number | null } | null> => {
  const { rows } = await sql<{ partnerKey: number | null }>`
    select partner_key as "partnerKey" from campaign
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and ${ofPartner('partner_key')}
  `.execute(tx);
  return rows[0] ?? null;
};

interface NewRemark extends LineId {
  partnerKey: number | null;
  kind: Remark;
  comment: string;
  isAgency: boolean;
  userKey: number | null;
  at: Date;
  file: CheckedFile | null;
}
export const insertRemark = async (tx: Tx, remark: NewRemark): Promise<number> => {
  const { ownerKey, month, campaignKey, partnerKey, kind, comment, isAgency, userKey, at, file } = remark;
  const fileKey =
    file === null
      ? null
      : await sql<{ key: number }>`
          insert into billing_file (owner_key, partner_key, side, name, content_type, content, added_by, added_at)
          values (${ownerKey}, ${partnerKey}, ${SIDE}, ${file.name}, ${file.contentType}, ${file.content}, ${userKey}, ${at})
          returning file_key::int as key
        `
          .execute(tx)
          .then(({ rows }) => rows[0]?.key ?? null);
  const { rows } = await sql<{ key: number }>`
    insert into billing_remark (owner_key, month, campaign_key, partner_key, side, kind, comment, file_key, is_agency, written_by, at)
    values (${ownerKey}, ${month}, ${campaignKey}, ${partnerKey}, ${SIDE}, ${kind}, ${comment}, ${fileKey}, ${isAgency}, ${userKey}, ${at})
    returning remark_key::int as key
  `.execute(tx);
  return rows[0]!.key;
};

export const findFile = async (tx: Tx, ownerKey: number, fileKey: number): Promise<CheckedFile | null> => {
  const { rows } = await sql<CheckedFile>`
    select name, content_type as "contentType", content from billing_file
    where owner_key = ${ownerKey} and file_key = ${fileKey} and ${ofPartner('partner_key')}
  `.execute(tx);
  return rows[0] ?? null;
};
