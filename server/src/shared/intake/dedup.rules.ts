import {
  type ClientCriteria,
  type DedupScope,
  isBillableLead,
  isGoodLead,
  type LeadReason,
  type LeadStatus,
} from '@paceline/contract';

/** By what two leads can be the same person: bits, because they can be by several. */
export const SAME_BY = { email: 1, phone: 2, nameZip: 4 } as const;

type DedupMatch = ClientCriteria['dedup']['match'];
type DedupComparison = ClientCriteria['dedup']['compareWith'];
type DuplicateReason = Extract<LeadReason, 'DUP_EMAIL' | 'DUP_PHONE' | 'DUP_NAME_ADDR'>;

/** As `app.is_same_person`: sql-rules.test.ts compares the three below with the database's. */
export const isSamePerson = (how: number, match: DedupMatch): boolean => {
  const [byEmail, byPhone] = [(how & SAME_BY.email) !== 0, (how & SAME_BY.phone) !== 0];
  if (match === 'EMAIL') return byEmail;
  if (match === 'PHONE') return byPhone;
  if (match === 'EMAIL_AND_PHONE') return byEmail && byPhone;
  return match === 'EMAIL_OR_PHONE' ? byEmail || byPhone : how !== 0;
};

export const duplicateReason = (how: number, match: DedupMatch): DuplicateReason => {
  if ((how & SAME_BY.email) !== 0 && match !== 'PHONE') return 'DUP_EMAIL';
  return (how & SAME_BY.phone) !== 0 && match !== 'EMAIL' ? 'DUP_PHONE' : 'DUP_NAME_ADDR';
};

/** Whether a lead stands in the way of a later one. Returned people are duplicates for whoever sent them, and never for others. */
export const standsInTheWay = (status: LeadStatus, compare: DedupComparison, isOfSamePartner: boolean): boolean => {
  if (status === 'RTN') return isOfSamePartner;
  if (compare === 'GOOD') return isGoodLead(status);
  return compare === 'BILLABLE' ? isBillableLead(status) : status !== 'TST';
};

/** Among which leads the same person is looked for. */
export interface DedupPlace {
  scope: DedupScope;
  key: number;
}
/** What a lead belongs to; the client it always has. */
export type DedupKeys = Record<Exclude<DedupScope, 'CLIENT'>, number | null | undefined> & { CLIENT: number };

/** A lead that names no campus or program is looked for among all leads of its client. */
export const dedupPlaceAmong = (keys: DedupKeys, scope: DedupScope): DedupPlace => {
  const key = keys[scope];
  return key === null || key === undefined ? { scope: 'CLIENT', key: keys.CLIENT } : { scope, key };
};
