import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type StoredChecks } from '../../../shared/intake/stored-checks.ts';

interface HeldLead {
  ownerKey: number;
  capturedDate: string;
  leadKey: number;
  campaignKey: number;
  createdAt: Date;
  rounds: number;
  sealed: Buffer | null;
  consentText: string | null;
}

/** A held lead, locked until the transaction ends; null where it is not held, or somebody else has it. */
export const findHeldLead = async (tx: Tx, ownerKey: number, leadKey: number): Promise<HeldLead | null> => {
  const { rows } = await sql<HeldLead>`
    select l.owner_key as "ownerKey", l.captured_date as "capturedDate", l.lead_key as "leadKey", l.campaign_key as "campaignKey",
           l.created_at as "createdAt", h.rounds, p.sealed, c.consent_text as "consentText"
    from lead_hold h
    join lead l on l.owner_key = h.owner_key and l.captured_date = h.captured_date and l.lead_key = h.lead_key
    join lead_person p on p.owner_key = h.owner_key and p.captured_date = h.captured_date and p.lead_key = h.lead_key
    left join lead_consent c on c.owner_key = h.owner_key and c.captured_date = h.captured_date and c.lead_key = h.lead_key
    where h.owner_key = ${ownerKey} and h.lead_key = ${leadKey} and l.status = 'HLD'
    for update of h, l skip locked
  `.execute(tx);
  return rows[0] ?? null;
};

export const listDueHolds = async (tx: Tx, ownerKey: number, now: Date, most: number): Promise<number[]> => {
  const { rows } = await sql<{ leadKey: number }>`
    select lead_key as "leadKey" from lead_hold
    where owner_key = ${ownerKey} and next_at <= ${now} order by next_at, lead_key limit ${most}
  `.execute(tx);
  return rows.map(({ leadKey }) => leadKey);
};

type Which = Pick<HeldLead, 'ownerKey' | 'capturedDate' | 'leadKey'>;

export const updateHold = (tx: Tx, { ownerKey, leadKey }: Which, rounds: number, nextAt: Date): Promise<unknown> =>
  sql`
    update lead_hold set rounds = ${rounds}, next_at = ${nextAt} where owner_key = ${ownerKey} and lead_key = ${leadKey}
  `.execute(tx);

interface HoldEnd {
  status: string;
  reasons: readonly string[];
  flags: readonly string[];
  unpaid: boolean;
  /** The day whose caps it uses: that of its release. */
  countedOn: string;
  duplicateOf: number | null;
  at: Date;
  by: number | null;
  checks: StoredChecks;
}

/** Stores the result; the hold is deleted. */
export const updateReleased = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey }: Which,
  end: HoldEnd,
): Promise<void> => {
  await sql`
    with gone as (
      delete from lead_hold where owner_key = ${ownerKey} and captured_date = ${capturedDate} and lead_key = ${leadKey}
    ), changed as (
      insert into lead_status_change (owner_key, captured_date, lead_key, at, from_status, to_status, reasons, changed_by, checks)
      values (${ownerKey}, ${capturedDate}, ${leadKey}, ${end.at}, 'HLD', ${end.status}, ${[...end.reasons]}, ${end.by},
              ${JSON.stringify(end.checks)})
    )
    update lead set status = ${end.status}, status_reasons = ${[...end.reasons]}, flags = ${[...end.flags]}, unpaid = ${end.unpaid},
      counted_on = ${end.countedOn}, duplicate_of = ${end.duplicateOf}, row_version = row_version + 1
    where owner_key = ${ownerKey} and captured_date = ${capturedDate} and lead_key = ${leadKey}
  `.execute(tx);
};
