import {
  type LeadFlag,
  type LeadReason,
  type LeadStatus,
  type RefusingStatus,
  type SkippedChecks,
} from '@paceline/contract';
import { type CampaignStatus } from '../campaign-status/campaign-status.rules.ts';
import { type CampaignRules } from './campaign-rules.ts';
import { type LeadFields } from './lead-fields.ts';

/** How full a cap is, and when it is empty again. */
export interface Counter {
  /** As the partner reads it: "Daily cap". */
  label: string;
  reason: LeadReason;
  used: number;
  cap: number;
  resetsAt: Date | null;
}

/** An earlier lead of the same person that counts. */
export interface EarlierLead {
  leadKey: number;
  reason: 'DUP_EMAIL' | 'DUP_PHONE' | 'DUP_NAME_ADDR' | 'DUP_SUPPRESSION';
}

/** What was looked up for this one post, in the transaction that decides about it (or, for a trial, without holding anything). */
export interface Lookups {
  /** Of the campaign at this moment, by its dates, pauses, partner and plan; caps are counted below. */
  status: CampaignStatus;
  earlier: EarlierLead | null;
  /** In the order in which they are asked; only those that there are. */
  counters: readonly Counter[];
  /** What others said, by check; absent where they were not asked. */
  verified: ReadonlyMap<'certificate' | 'phone' | 'email' | 'clientCrm', Verification>;
  /** Of the lead's IP address, null where it is not in the table; absent where there is no table. */
  ipCountry?: string | null;
  /** How many leads came from the same IP address in the last 24 hours, counted no further than one beyond the client's limit. */
  leadsOfAddress?: number;
  /** Whether the click that the lead names is one of the partner's; absent where it names none. */
  isClickKnown?: boolean;
}

export interface Verification {
  outcome: 'ok' | 'failed' | 'unknown';
  reason: LeadReason | null;
  /** Who said so. A local provider names itself as one. */
  provider: string;
  detail: string;
}

export interface Reason {
  code: LeadReason;
  /** The parameter it is about. */
  field: string | null;
  /** What the partner is told. */
  message: string;
  /** What the agency is told besides: which rule, whose, which values. Never shown to a partner. */
  detail?: string;
}

/** What a lead is marked with though it goes on. */
export interface Flag extends Omit<Reason, 'code'> {
  code: LeadReason | LeadFlag;
}

export type CheckResult =
  | { outcome: 'passed' }
  /** The rule is not set, or the agency left it out: nothing to ask. */
  | { outcome: 'off'; skipped?: true }
  /** Goes on, and leaves a mark on the lead; beyond a cap it may go on without being paid for. */
  | { outcome: 'flagged'; flags: readonly Flag[]; counter?: Counter; unpaid?: true }
  | { outcome: 'failed'; status: RefusingStatus | 'HLD'; reasons: readonly Reason[]; counter?: Counter };

/** What a check may look at. */
export interface CheckInput {
  lead: LeadFields;
  rules: CampaignRules;
  lookups: Lookups;
  now: Date;
  /** When it came, of a lead that was held since: it grows no older by our waiting. */
  receivedAt?: Date;
  /** Only a part of the lead is known yet: what is missing is not held against it. */
  partial?: true;
  /** Which checks an agency's post may leave out. */
  skips: ReadonlySet<SkippedChecks>;
}

/** What somebody who tries a rule reads beside its result: what was read of the post, and what is asked of it. */
interface CheckExplanation {
  value: string | null;
  rule: string | null;
}

/** One rule that a lead has to pass. They are asked in the order of the list, and the first that fails decides. */
export interface Check {
  id: string;
  /** As people call it: "Day-parting". */
  title: string;
  /** With which words of the agency it can be left out. */
  skippedBy?: readonly SkippedChecks[];
  run(input: CheckInput): CheckResult;
  /** Only asked for by those who look; a post does not pay for it. */
  explain(input: CheckInput): CheckExplanation;
}

export interface TracedCheck {
  id: string;
  title: string;
  result: CheckResult | { outcome: 'notReached' };
}

/** What came of a lead. */
export interface Decision {
  status: LeadStatus;
  /** The same, but for a test lead: what it would have been. */
  wouldBe: LeadStatus;
  /** Accepted beyond a cap by a campaign that does not pay for that. */
  unpaid: boolean;
  reasons: readonly Reason[];
  flags: readonly Flag[];
  counter: Counter | null;
  trace: readonly TracedCheck[];
}
