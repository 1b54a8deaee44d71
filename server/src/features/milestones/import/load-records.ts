import { labelsOf, type Milestone, type Labels, milestoneText } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkContext, type BulkCurrent } from '../../../shared/bulk/define-bulk.ts';
import {
  getOwnerDay,
  listMilestoneLeads,
  listMilestones,
  type MilestoneLead,
  type StoredMilestone,
} from '../../../shared/milestones/milestones.queries.ts';
import { getOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { listParkedByDigest, type ParkedRow } from '../unmatched/unmatched.queries.ts';

/** A milestone of a lead on a day, or a row without a lead, as stored. */
export interface MilestoneRecord extends BulkCurrent {
  today: string;
  words: Labels;
  /** Null for a row without a lead. */
  lead: MilestoneLead | null;
  /** The lead's valid milestones, on any day. */
  standing: readonly StoredMilestone[];
  stored: StoredMilestone | null;
}

/** `4711|CONTACT|2026-03-05`, or `parked|` and the row's digest. */
const PARKED = 'parked';
export const recordId = ({ lead, digest, milestone, date }: Readonly<Record<string, unknown>>): string | null => {
  if (typeof lead === 'number') return `${lead}|${String(milestone)}|${String(date)}`;
  return typeof digest === 'string' ? `${PARKED}|${digest}` : null;
};
export const isParkedId = (id: string): boolean => id.startsWith(`${PARKED}|`);
export const digestOfId = (id: string): Buffer => Buffer.from(id.slice(PARKED.length + 1), 'hex');
const leadOfId = (id: string) => {
  const [leadKey = '', code = '', day = ''] = id.split('|');
  return { leadKey: Number(leadKey), code: code as Milestone, day };
};

const valuesOf = (
  one: Pick<StoredMilestone, 'code' | 'day' | 'programCode' | 'term'> & { voidReason: string | null },
) => ({
  milestone: one.code,
  date: one.day,
  programCode: one.programCode,
  term: one.term,
  voidReason: one.voidReason,
});

interface Place {
  today: string;
  words: Labels;
}

const parkedRecord = (stored: ParkedRow | undefined, place: Place): MilestoneRecord => ({
  ...place,
  label: 'No lead',
  version: stored?.version ?? null,
  values: stored === undefined ? {} : valuesOf({ ...stored, voidReason: null }),
  lead: null,
  standing: [],
  stored: null,
});

const leadRecord = (
  id: string,
  lead: MilestoneLead,
  milestones: readonly StoredMilestone[],
  place: Place,
): MilestoneRecord => {
  const { code, day } = leadOfId(id);
  // A valid one comes first, then the one voided last.
  const stored = milestones.find((one) => one.code === code && one.day === day) ?? null;
  return {
    ...place,
    label: `${lead.leadId}, ${milestoneText(code, place.words)}`,
    version: stored?.version ?? null,
    values: stored === null ? {} : valuesOf({ ...stored, voidReason: stored.isVoided ? stored.voidReason : null }),
    lead,
    standing: milestones.filter(({ isVoided }) => !isVoided),
    stored,
  };
};

export const loadRecords = async (
  tx: Tx,
  { ownerKey, now }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, MilestoneRecord>> => {
  const place: Place = {
    today: await getOwnerDay(tx, ownerKey, now),
    words: labelsOf((await getOwnerVariant(tx, ownerKey)).variant),
  };
  const ofLeads = ids.filter((id) => !isParkedId(id));
  const leadKeys = [...new Set(ofLeads.map((id) => leadOfId(id).leadKey))];
  const leads = await listMilestoneLeads(tx, ownerKey, leadKeys, { lock });
  const milestones = Map.groupBy(await listMilestones(tx, ownerKey, leads), ({ leadKey }) => leadKey);
  const leadOf = new Map(leads.map((lead) => [lead.leadKey, lead]));
  const digests = ids.filter(isParkedId).map(digestOfId);
  const parked = await listParkedByDigest(tx, ownerKey, digests, { lock });
  const parkedOf = new Map(parked.map((row) => [row.digest.toString('hex'), row]));
  const records = new Map<string, MilestoneRecord>();
  for (const id of ids) {
    const lead = leadOf.get(leadOfId(id).leadKey);
    if (isParkedId(id)) records.set(id, parkedRecord(parkedOf.get(digestOfId(id).toString('hex')), place));
    else if (lead !== undefined) records.set(id, leadRecord(id, lead, milestones.get(lead.leadKey) ?? [], place));
  }
  return records;
};
