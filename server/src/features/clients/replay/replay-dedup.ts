import { type ClientCriteria, isBillableLead, isGoodLead, type LeadStatus } from '@paceline/contract';
import { type EarlierLead } from '../../../shared/intake/check.ts';
import { type RepeatedLead } from './past-leads.queries.ts';

const DAY_MS = 86_400_000;
const BY = { email: 1, phone: 2, nameZip: 4 } as const;

type DedupRules = ClientCriteria['dedup'] & { days: number };

const matches = (how: number, match: DedupRules['match']): boolean => {
  if (match === 'EMAIL') return (how & BY.email) !== 0;
  if (match === 'PHONE') return (how & BY.phone) !== 0;
  if (match === 'EMAIL_AND_PHONE') return (how & 3) === 3;
  return match === 'EMAIL_OR_PHONE' ? (how & 3) !== 0 : how !== 0;
};

const reasonOf = (how: number, match: DedupRules['match']): EarlierLead['reason'] => {
  if ((how & BY.email) !== 0 && match !== 'PHONE') return 'DUP_EMAIL';
  return (how & BY.phone) !== 0 && match !== 'EMAIL' ? 'DUP_PHONE' : 'DUP_NAME_ADDR';
};

/** A lead that names no campus or program is looked for among all leads of its client. */
const isInScope = (lead: RepeatedLead, earlier: RepeatedLead, scope: DedupRules['scope']): boolean => {
  const sameClient = earlier.clientKey === lead.clientKey;
  if (scope === 'OWNER') return true;
  if (scope === 'BRAND') return earlier.brandKey === lead.brandKey;
  if (scope === 'PARTNER') return earlier.partnerKey === lead.partnerKey;
  if (scope === 'CAMPAIGN') return earlier.campaignKey === lead.campaignKey;
  if (scope === 'CAMPUS' && lead.campusKey !== null) return earlier.campusKey === lead.campusKey;
  if (scope === 'PROGRAM' && lead.programKey !== null) return earlier.programKey === lead.programKey;
  return sameClient;
};

/** Returned people are always duplicates for whoever sent them, and never for others. */
const counts = (lead: RepeatedLead, earlier: RepeatedLead, status: LeadStatus, compare: DedupRules['compareWith']) => {
  if (status === 'RTN') return earlier.partnerKey === lead.partnerKey;
  if (compare === 'GOOD') return isGoodLead(status);
  return compare === 'BILLABLE' ? isBillableLead(status) : status !== 'TST';
};

export interface DedupReplay {
  /** Who came before, under either rules; to be asked in the order in which leads came. */
  look(leadKey: number): { before: EarlierLead | null; after: EarlierLead | null };
  /** What became of a lead under the new rules, where that is something else than what is stored. */
  turned(leadKey: number, status: LeadStatus): void;
}

/**
 * Duplicates once more, in the order of time: a lead that the new rules refuse no longer stands in the way of the next one of the
 * same person, and one that they take does.
 */
export const replayDedup = (repeated: readonly RepeatedLead[], before: DedupRules, after: DedupRules): DedupReplay => {
  const known = new Map(repeated.map((lead) => [lead.leadKey, lead]));
  const byHash = new Map<string, RepeatedLead[]>();
  const afterStatus = new Map<number, LeadStatus>();
  let next = 0;
  const hashesOf = ({ email, phone, nameZip }: RepeatedLead) =>
    [
      [email, BY.email],
      [phone, BY.phone],
      [nameZip, BY.nameZip],
    ] as const;
  const add = (lead: RepeatedLead): void => {
    for (const [hash] of hashesOf(lead)) {
      if (hash === null) continue;
      const list = byHash.get(hash);
      if (list === undefined) byHash.set(hash, [lead]);
      else list.push(lead);
    }
  };
  const find = (lead: RepeatedLead, rules: DedupRules, statusOf: (one: RepeatedLead) => LeadStatus) => {
    if (rules.days === 0) return null;
    const since = lead.createdAt.getTime() - rules.days * DAY_MS;
    const how = new Map<RepeatedLead, number>();
    for (const [hash, bit] of hashesOf(lead))
      for (const earlier of (hash === null ? undefined : byHash.get(hash)) ?? [])
        how.set(earlier, (how.get(earlier) ?? 0) | bit);
    let found: RepeatedLead | null = null;
    for (const [earlier, bits] of how) {
      if (!matches(bits, rules.match) || earlier.createdAt.getTime() < since) continue;
      if (!counts(lead, earlier, statusOf(earlier), rules.compareWith)) continue;
      if (!isInScope(lead, earlier, rules.scope)) continue;
      if (found === null || earlier.createdAt < found.createdAt) found = earlier;
    }
    return found === null ? null : { leadKey: found.leadKey, reason: reasonOf(how.get(found)!, rules.match) };
  };
  return {
    look(leadKey) {
      const lead = known.get(leadKey);
      if (lead === undefined) return { before: null, after: null };
      while (next < repeated.length && repeated[next] !== lead) {
        add(repeated[next]!);
        next += 1;
      }
      return {
        before: find(lead, before, ({ status }) => status),
        after: find(lead, after, (one) => afterStatus.get(one.leadKey) ?? one.status),
      };
    },
    turned: (leadKey, status) => void afterStatus.set(leadKey, status),
  };
};
