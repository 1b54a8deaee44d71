import {
  type AnswerReason,
  type LeadAnswer,
  type LeadStatus,
  outcomeOf,
  type PrecheckAnswer,
  type PrecheckResult,
} from '@paceline/contract';
import { type Check, type CheckInput, type CheckResult, type Decision, type Flag, type Reason } from './check.ts';
import { CHECKS, PRECHECKS } from './checks/check-list.ts';

const SKIPPED: CheckResult = { outcome: 'off', skipped: true };

const ask = (check: Check, input: CheckInput): CheckResult =>
  check.skippedBy?.some((word) => input.skips.has(word)) === true ? SKIPPED : check.run(input);

type Failed = Extract<CheckResult, { outcome: 'failed' }>;

/** Decides about a lead: the first failing check decides, and later checks do not run. */
export const decide = (input: CheckInput, checks: readonly Check[] = CHECKS): Decision => {
  let failing: Failed | null = null;
  let unpaid = false;
  const flags: Flag[] = [];
  const trace = checks.map((check) => {
    const { id, title } = check;
    if (failing !== null) return { id, title, result: { outcome: 'notReached' } as const };
    const result = ask(check, input);
    if (result.outcome === 'failed') failing = result;
    if (result.outcome === 'flagged') {
      flags.push(...result.flags);
      unpaid ||= result.unpaid === true;
    }
    return { id, title, result };
  });
  const failed = failing as Failed | null;
  const wouldBe: LeadStatus = failed?.status ?? 'VAL';
  return {
    status: input.lead.isTest ? 'TST' : wouldBe,
    wouldBe,
    unpaid: failed === null && unpaid,
    reasons: failed?.reasons ?? [],
    flags,
    counter: failed?.counter ?? null,
    trace,
  };
};

const toAnswerReason = ({ code, field, message }: Reason): AnswerReason => ({ code, field, message });

interface Sent {
  leadId: string;
  /** The partner's price. */
  price: number;
  requestId: string;
  warnings?: readonly string[];
}

const withWarnings = (warnings: readonly string[] | undefined) =>
  warnings === undefined || warnings.length === 0 ? {} : { warnings: [...warnings] };

/** Builds the answer for the partner. Only the `message` of a reason is sent, never its detail. */
export const answerOf = (decision: Decision, { leadId, price, requestId, warnings }: Sent): LeadAnswer => {
  const { status, wouldBe, unpaid, reasons } = decision;
  const shared = { leadId, status, ...(status === 'TST' && { wouldBe }) };
  const rest = { ...withWarnings(warnings), requestId };
  if (outcomeOf(wouldBe) === 'failure') {
    return { outcome: 'failure', ...shared, reasons: reasons.map(toAnswerReason), ...rest };
  }
  const owed = unpaid || status === 'TST' ? 0 : price;
  return {
    outcome: 'success',
    ...shared,
    price: wouldBe === 'HLD' ? null : owed,
    ...(reasons.length > 0 && { reasons: reasons.map(toAnswerReason) }),
    ...rest,
  };
};

/** The answer for invalid fields: nothing is stored, and the partner can send the lead again. */
export const errorAnswer = (
  errors: readonly Reason[],
  { requestId, warnings }: Pick<Sent, 'requestId' | 'warnings'>,
): LeadAnswer => ({ outcome: 'error', reasons: errors.map(toAnswerReason), ...withWarnings(warnings), requestId });

const PRECHECK_BY_ID: Readonly<Record<string, PrecheckResult>> = {
  geo: 'geo',
  audience: 'audience',
  eligibility: 'audience',
  dedup: 'duplicate',
  caps: 'over_cap',
};

/** The answer to a partner's precheck, based on the part of the lead given. */
export const precheck = (input: CheckInput, requestId: string): PrecheckAnswer => {
  const { trace, reasons } = decide({ ...input, partial: true }, PRECHECKS);
  const failing = trace.find(({ result }) => result.outcome === 'failed');
  const result = failing === undefined ? 'accept' : (PRECHECK_BY_ID[failing.id] ?? 'closed');
  return { result, reasons: reasons.map(toAnswerReason), requestId };
};
