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

/** Usage of a cap, and when it resets. */
export interface Counter {
  /** Name shown to the partner: "Daily cap". */
  label: string;
  reason: LeadReason;
  used: number;
  cap: number;
  resetsAt: Date | null;
}

/** An earlier counting lead of the same person. */
export interface EarlierLead {
  leadKey: number;
  reason: 'DUP_EMAIL' | 'DUP_PHONE' | 'DUP_NAME_ADDR' | 'DUP_SUPPRESSION';
}

/** Data looked up for this post, in the transaction that decides about it (or, for a trial, without locks). */
export interface Lookups {
  /** The campaign's current status by dates, pauses, partner and plan; caps are counted below. */
  status: CampaignStatus;
  earlier: EarlierLead | null;
  /** Existing caps, in the order in which they are checked. */
  counters: readonly Counter[];
  /** Answers of external providers, by check; absent where none was asked. */
  verified: ReadonlyMap<'certificate' | 'phone' | 'email' | 'clientCrm', Verification>;
  /** Country of the lead's IP address, null where unknown; absent where there is no table. */
  ipCountry?: string | null;
  /** Number of leads from the same IP address in the last 24 hours, counted up to one above the client's limit. */
  leadsOfAddress?: number;
  /** Whether the lead's click belongs to the partner; absent where it names none. */
  isClickKnown?: boolean;
}

export interface Verification {
  outcome: 'ok' | 'failed' | 'unknown';
  reason: LeadReason | null;
  /** Name of the provider. A local provider names itself as one. */
  provider: string;
  detail: string;
}

export interface Reason {
  code: LeadReason;
  /** The post parameter concerned. */
  field: string | null;
  /** Message for the partner. */
  message: string;
  /** Additional message for the agency: which rule, whose, which values. Never shown to a partner. */
  detail?: string;
}

/** A mark on a lead that is accepted nevertheless. */
export interface Flag extends Omit<Reason, 'code'> {
  code: LeadReason | LeadFlag;
}

export type CheckResult =
  | { outcome: 'passed' }
  /** The rule is not set, or the agency skipped it. */
  | { outcome: 'off'; skipped?: true }
  /** Accepted with a mark on the lead; above a cap possibly unpaid. */
  | { outcome: 'flagged'; flags: readonly Flag[]; counter?: Counter; unpaid?: true }
  | { outcome: 'failed'; status: RefusingStatus | 'HLD'; reasons: readonly Reason[]; counter?: Counter };

/** Input of a check. */
export interface CheckInput {
  lead: LeadFields;
  rules: CampaignRules;
  lookups: Lookups;
  now: Date;
  /** Arrival of a lead that was held since: waiting for us does not make it older. */
  receivedAt?: Date;
  /** Only a part of the lead is known yet: missing fields are not errors. */
  partial?: true;
  /** Checks that an agency's post skips. */
  skips: ReadonlySet<SkippedChecks>;
}

/** Explanation of a check for somebody who tests a rule: the value read from the post, and the rule. */
interface CheckExplanation {
  value: string | null;
  rule: string | null;
}

/** A rule that a lead has to pass. Checks run in list order, and the first failure decides. */
export interface Check {
  id: string;
  /** Display name: "Day-parting". */
  title: string;
  /** The skip options of the agency that leave it out. */
  skippedBy?: readonly SkippedChecks[];
  run(input: CheckInput): CheckResult;
  /** Only called when somebody looks at the result; a post does not pay for it. */
  explain(input: CheckInput): CheckExplanation;
}

export interface TracedCheck {
  id: string;
  title: string;
  result: CheckResult | { outcome: 'notReached' };
}

/** Result of all checks for a lead. */
export interface Decision {
  status: LeadStatus;
  /** The status without regard to the lead being a test. */
  wouldBe: LeadStatus;
  /** Accepted above a cap by a campaign that does not pay for that. */
  unpaid: boolean;
  reasons: readonly Reason[];
  flags: readonly Flag[];
  counter: Counter | null;
  trace: readonly TracedCheck[];
}
