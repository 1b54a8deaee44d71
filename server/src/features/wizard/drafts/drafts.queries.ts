import { type DraftBody, draftBodySchema, type DraftRow, type WizardStep } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface Times {
  startedAt: Date;
  savedAt: Date;
}

const fields = sql`d.draft_key as "draftKey", d.step, d.row_version as "rowVersion",
  s.first_name || ' ' || s.last_name as "startedBy", d.started_at as "startedAt",
  l.first_name || ' ' || l.last_name as "savedBy", d.saved_at as "savedAt"`;
const people = sql`join user_account s on s.user_key = d.started_by join user_account l on l.user_key = d.saved_by`;

const withTimes = <Row extends Times>(row: Row) => ({
  ...row,
  startedAt: row.startedAt.toISOString(),
  savedAt: row.savedAt.toISOString(),
});

export const listDrafts = async (tx: Tx): Promise<DraftRow[]> => {
  const { rows } = await sql<Omit<DraftRow, keyof Times> & Times>`
    select ${fields}, coalesce(d.body -> 'owner' ->> 'ownerName', '') as "ownerName"
    from owner_draft d ${people} where d.made_owner_key is null order by d.saved_at desc, d.draft_key desc limit 200
  `.execute(tx);
  return rows.map(withTimes);
};

export interface StoredDraft extends Omit<DraftRow, 'ownerName'> {
  body: DraftBody;
}

/** An unfinished draft; locked until the transaction ends, if it is to be changed. */
export const findDraft = async (
  tx: Tx,
  draftKey: number,
  { locked = false } = {},
): Promise<StoredDraft | undefined> => {
  const { rows } = await sql<Omit<StoredDraft, keyof Times> & Times>`
    select ${fields}, d.body from owner_draft d ${people}
    where d.draft_key = ${draftKey} and d.made_owner_key is null ${locked ? sql`for update of d` : sql``}
  `.execute(tx);
  return rows[0] && { ...withTimes(rows[0]), body: draftBodySchema.parse(rows[0].body) };
};

/** The owner made from a draft; null where it is open, or never existed. */
export const findMadeOwner = async (tx: Tx, draftKey: number): Promise<number | null> => {
  const { rows } = await sql<{ key: number | null }>`
    select made_owner_key as key from owner_draft where draft_key = ${draftKey} for update
  `.execute(tx);
  return rows[0]?.key ?? null;
};

interface Change {
  step: WizardStep;
  body: DraftBody;
  by: number;
  at: Date;
}

export const insertDraft = async (tx: Tx, { step, body, by, at }: Change): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into owner_draft (body, step, started_by, started_at, saved_by, saved_at)
    values (${JSON.stringify(body)}::jsonb, ${step}, ${by}, ${at}, ${by}, ${at}) returning draft_key as key
  `.execute(tx);
  return rows[0]!.key;
};

export const updateDraft = (tx: Tx, draftKey: number, { step, body, by, at }: Change): Promise<unknown> =>
  sql`
    update owner_draft set body = ${JSON.stringify(body)}::jsonb, step = ${step}, saved_by = ${by}, saved_at = ${at},
      row_version = row_version + 1
    where draft_key = ${draftKey}
  `.execute(tx);

export const updateDraftMade = (tx: Tx, draftKey: number, ownerKey: number): Promise<unknown> =>
  sql`update owner_draft set made_owner_key = ${ownerKey}, body = '{}' where draft_key = ${draftKey}`.execute(tx);

export const removeDraft = (tx: Tx, draftKey: number): Promise<unknown> =>
  sql`delete from owner_draft where draft_key = ${draftKey}`.execute(tx);
