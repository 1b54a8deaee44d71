import {
  type ClientCriteria,
  type DedupScope,
  isBillableLead,
  isGoodLead,
  type LeadReason,
  type LeadStatus,
} from '@paceline/contract';

/** Matching criteria of two leads as bits, because several can match. */
export const SAME_BY = { email: 1, phone: 2, nameZip: 4 } as const;

type DedupMatch = ClientCriteria['dedup']['match'];
type DedupComparison = ClientCriteria['dedup']['compareWith'];
type DuplicateReason = Extract<LeadReason, 'DUP_EMAIL' | 'DUP_PHONE' | 'DUP_NAME_ADDR'>;

/** Equivalent to `app.is_same_person`: sql-rules.test.ts compares the three functions below with the database's. */
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

/** Whether a lead makes a later one a duplicate. A returned person is a duplicate only for the partner that sent them. */
export const standsInTheWay = (status: LeadStatus, compare: DedupComparison, isOfSamePartner: boolean): boolean => {
  if (status === 'RTN') return isOfSamePartner;
  if (compare === 'GOOD') return isGoodLead(status);
  return compare === 'BILLABLE' ? isBillableLead(status) : status !== 'TST';
};

/** The set of leads searched for duplicates. */
export interface DedupPlace {
  scope: DedupScope;
  key: number;
}
/** Keys of a lead's campus, program and so on; it always has a client. */
export type DedupKeys = Record<Exclude<DedupScope, 'CLIENT'>, number | null | undefined> & { CLIENT: number };

/** A lead without campus or program is compared with all leads of its client. */
export const dedupPlaceAmong = (keys: DedupKeys, scope: DedupScope): DedupPlace => {
  const key = keys[scope];
  return key === null || key === undefined ? { scope: 'CLIENT', key: keys.CLIENT } : { scope, key };
};
