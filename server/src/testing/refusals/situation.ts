import { type Audience, geoSchema, type LeadReason, type LeadStatus, type SubStatus } from '@paceline/contract';
import { type CampaignRules } from '../../shared/intake/campaign-rules.ts';
import { type CheckInput, type Counter, type Lookups, type Verification } from '../../shared/intake/check.ts';
import { someLookups, someRules, withCriteria } from '../factories/intake.ts';

export interface Refusal {
  code: LeadReason;
  status: LeadStatus;
  message: string;
  /** What the post differs in from one that passes, where it fails and where it passes. */
  fails: Situation;
  passes: Situation;
}
export interface Situation extends Partial<Pick<CheckInput, 'rules' | 'lookups' | 'now' | 'skips' | 'receivedAt'>> {
  post?: object;
}

export const row = (
  code: LeadReason,
  status: LeadStatus,
  message: string,
  fails: Situation,
  passes: Situation = {},
): Refusal => ({
  code,
  status,
  message,
  fails,
  passes,
});

export const closed = (code: SubStatus): Situation => ({
  lookups: someLookups({
    status: { subStatus: code, statusReasons: [{ code, message: 'As the agency reads it.' }], nextChangeAt: null },
  }),
});
export const counter = (reason: LeadReason, label: string, used: number, resetsAt: string): Situation => {
  const one: Counter = { label, reason, used, cap: 25, resetsAt: new Date(resetsAt) };
  return { lookups: someLookups({ counters: [one] }) };
};
export const MIDNIGHT = '2026-11-16T05:00:00Z';
export const earlier = (reason: NonNullable<Lookups['earlier']>['reason']): Situation => ({
  lookups: someLookups({ earlier: { leadKey: 9_000_001, reason } }),
});
export const providerCheck = (
  name: 'certificate' | 'phone' | 'email' | 'clientCrm',
  reason: LeadReason | null,
  outcome: Verification['outcome'] = 'failed',
): Situation => ({
  rules: withCriteria({ verification: { [name]: 'REJECT' } }),
  lookups: someLookups({ verified: new Map([[name, { outcome, reason, provider: 'Local', detail: 'said so' }]]) }),
});
const audience = (...rules: Audience['rules']): CampaignRules => someRules({ audience: { match: 'ALL', rules } });
export const atLeastDiploma = audience({
  attribute: 'highestEducationLevel',
  operator: 'GTE',
  values: ['HSD'],
  onMissing: 'REJECT',
});
export const hours = (outsideHours: 'REJECT' | 'HOLD'): CampaignRules =>
  someRules({
    dayParting: {
      timeZone: null,
      outsideHours,
      days: [{ day: 'MON', intervals: [{ start: '08:00', end: '20:00', cap: null }] }],
    },
  });
export const MONDAY = new Date('2026-11-16T15:00:00Z');
/** 9:30 PM in New York, and 8:30 AM there the next morning. */
export const LATE = new Date('2026-11-16T02:30:00Z');
export const EARLY = new Date('2026-11-16T13:30:00Z');
export const callCenter = someRules({ campaign: { ...someRules().campaign, leadSourceType: 'Call Center' } });
export const fromCallCenter = {
  leadSourceType: 'Call Center',
  agentId: 'A-7',
  callRecordingUrl: 'https://rec.example.org/7',
};
export const from = (ipCountry: string | null): Situation => ({ lookups: someLookups({ ipCountry }) });
export const sentBefore = (leadsOfAddress: number): Situation => ({
  rules: withCriteria({ quality: { velocity: 'REJECT' } }),
  lookups: someLookups({ leadsOfAddress }),
});
export const floor = withCriteria({ eligibility: { educationFloor: 'BACH', gradYearFrom: 2015, gradYearTo: 2024 } });
export const ohio = someRules({ geo: geoSchema.parse({ states: ['US-TX'], radius: { campusKey: 51, miles: 30 } }) });
