import { type ClientCriteria, type LeadStatus } from '@paceline/contract';
import { type EarlierLead } from '../../../shared/intake/check.ts';
import {
  type DedupKeys,
  dedupPlaceAmong,
  duplicateReason,
  isSamePerson,
  SAME_BY,
  standsInTheWay,
} from '../../../shared/intake/dedup.rules.ts';
import { type RepeatedLead } from './past-leads.queries.ts';

const DAY_MS = 86_400_000;

type DedupRules = ClientCriteria['dedup'] & { days: number };

const keysOf = (lead: RepeatedLead): DedupKeys => ({
  // All leads belong to one owner.
  OWNER: 0,
  BRAND: lead.brandKey,
  CLIENT: lead.clientKey,
  CAMPUS: lead.campusKey,
  PROGRAM: lead.programKey,
  PARTNER: lead.partnerKey,
  CAMPAIGN: lead.campaignKey,
});

const isInScope = (lead: RepeatedLead, earlier: RepeatedLead, wanted: DedupRules['scope']): boolean => {
  const { scope, key } = dedupPlaceAmong(keysOf(lead), wanted);
  return keysOf(earlier)[scope] === key;
};

const isBefore = (one: RepeatedLead, other: RepeatedLead): boolean =>
  one.createdAt < other.createdAt ||
  (one.createdAt.getTime() === other.createdAt.getTime() && one.leadKey < other.leadKey);

interface DedupReplay {
  /** The earlier lead of the same person under either rules; must be called in the order of arrival. */
  look(leadKey: number): { before: EarlierLead | null; after: EarlierLead | null };
  /** Records the status of a lead under the new rules, where it differs from the stored one. */
  turned(leadKey: number, status: LeadStatus): void;
}

/**
 * Duplicates again, in order of time: a lead that the new rules refuse no longer blocks the next one of the same person, and one that they
 * accept does.
 */
export const replayDedup = (repeated: readonly RepeatedLead[], before: DedupRules, after: DedupRules): DedupReplay => {
  const leadOf = new Map(repeated.map((lead) => [lead.leadKey, lead]));
  const byHash = new Map<string, RepeatedLead[]>();
  const afterStatus = new Map<number, LeadStatus>();
  let next = 0;
  const hashesOf = ({ email, phone, nameZip }: RepeatedLead) =>
    [
      [email, SAME_BY.email],
      [phone, SAME_BY.phone],
      [nameZip, SAME_BY.nameZip],
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
    let match: RepeatedLead | null = null;
    for (const [earlier, bits] of how) {
      if (!isSamePerson(bits, rules.match) || earlier.createdAt.getTime() < since) continue;
      if (!standsInTheWay(statusOf(earlier), rules.compareWith, earlier.partnerKey === lead.partnerKey)) continue;
      if (!isInScope(lead, earlier, rules.scope)) continue;
      if (match === null || isBefore(earlier, match)) match = earlier;
    }
    return match === null ? null : { leadKey: match.leadKey, reason: duplicateReason(how.get(match)!, rules.match) };
  };
  return {
    look(leadKey) {
      const lead = leadOf.get(leadKey);
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
