import {
  isBillableLead,
  isGoodLead,
  isMilestone,
  type Labels,
  LEAD_STATUSES,
  type LeadCheck,
  type LeadDetail,
  type LeadEvent,
  leadReasonText,
  type LeadStatus,
  milestoneText,
} from '@paceline/contract';
import { formatCount, formatDay } from '../../lib/text/format.ts';

/** For all groups: fields a group may not see are absent. */
export type ShownLead = Omit<LeadDetail, 'person' | 'consent' | 'clientPrice' | 'mediaPrice' | 'clickKey' | 'waiting'> &
  Partial<Pick<LeadDetail, 'person' | 'consent' | 'clientPrice' | 'mediaPrice' | 'clickKey' | 'waiting'>>;

const DAY = { month: 'long', year: 'numeric' } as const;

/** What the lead's result, which stands before it, means: why, and for billing. */
export const verdictOf = ({ status, statusReasons, events, isUnpaid, createdAt, timeZone }: ShownLead): string => {
  const why = statusReasons.map(leadReasonText).join(', ');
  const tries = events.filter(({ kind }) => kind === 'delivery').length;
  const month = new Intl.DateTimeFormat('en-US', { ...DAY, timeZone }).format(new Date(createdAt));
  const bill = isUnpaid ? 'Taken beyond the cap, not paid.' : `Billable in ${month}.`;
  if (status === 'DLV') return tries > 1 ? `On try ${formatCount(tries)}. ${bill}` : bill;
  if (isBillableLead(status)) return bill;
  if (status === 'STK')
    return `${why === '' ? 'After' : `${why}, after`} ${formatCount(tries)} ${tries === 1 ? 'try' : 'tries'}. Not billable until it is delivered.`;
  if (isGoodLead(status)) return 'Passed all checks, waits to be delivered. Not billable until it is delivered.';
  return `${why === '' ? '' : `${why}. `}Not billable.`;
};

const MOVE_WORDS: Partial<Record<`${LeadStatus}>${LeadStatus}`, string>> = {
  'STK>DLV': 'Mark as delivered',
  'STK>SCR': 'Scrub',
  'REJ>VAL': 'Resend',
};
export const moveText = (from: LeadStatus, to: LeadStatus): string =>
  MOVE_WORDS[`${from}>${to}`] ?? (to === 'TST' ? 'Mark as test' : `Set to ${LEAD_STATUSES[to].label}`);

/** For a return, the decision is named instead of the resulting status. */
const DECISIONS: Partial<Record<LeadStatus, string>> = { RTN: 'Return accepted', DLV: 'Return declined' };
const statusTitle = ({ from, to, isWithdrawal }: Extract<LeadEvent, { kind: 'status' }>): string => {
  if (isWithdrawal) return 'Return withdrawn';
  if (from === null) return `Received: ${LEAD_STATUSES[to].label}`;
  return (from === 'RTR' ? DECISIONS[to] : undefined) ?? LEAD_STATUSES[to].label;
};

const OUTCOMES = { accepted: 'accepted', rejected: 'rejected', failed: 'failed' } as const;

type MilestoneEvent = Extract<LeadEvent, { kind: 'milestone' }>;

const STANDING = {
  counts: null,
  toCome: 'Counts from that day on',
  history: 'History: an earlier one counts',
} as const;

const milestoneDetail = ({ happenedOn, term, standing, voidReason, by }: MilestoneEvent): string =>
  [formatDay(happenedOn), term, voidReason === null ? STANDING[standing] : `Voided: ${voidReason}`, by]
    .filter((part) => part !== null && part !== '')
    .join(' · ');

type ChecksEvent = Extract<LeadEvent, { kind: 'checks' }>;
const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** All checks of a decision in one line: "Consent failed" or "8 checks passed". */
const checksTitle = ({ checks }: ChecksEvent): string => {
  const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ title }) => title);
  const flagged = checks.filter(({ outcome }) => outcome === 'flagged').length;
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  const parts = [
    ...(failed.length > 0 ? [`Check failed: ${failed.join(', ')}`] : []),
    ...(passed > 0 || failed.length + flagged === 0 ? [`${counted(passed, 'check', 'checks')} passed`] : []),
    ...(flagged > 0 ? [`${counted(flagged, 'check', 'checks')} marked the lead`] : []),
  ];
  return parts.join(', ');
};

const CHECK_OUTCOMES = { passed: 'Passed', flagged: 'Marked', failed: 'Failed', skipped: 'Left out' } as const;
/** One check in a line: result and reason. */
export const checkText = ({ outcome, reasons, detail }: LeadCheck): string => {
  const why = [reasons.map(leadReasonText).join(', '), detail].filter((part) => part !== '').join('. ');
  return why === '' ? CHECK_OUTCOMES[outcome] : `${CHECK_OUTCOMES[outcome]}: ${why}`;
};

/** An event in a line. */
export const eventText = (event: LeadEvent, labels: Labels): { title: string; detail: string } => {
  if (event.kind === 'status') {
    const why = event.reasons.map(leadReasonText).join(', ');
    return {
      title: statusTitle(event),
      detail: [why, event.note, event.by ?? ''].filter((part) => part !== '').join(' · '),
    };
  }
  if (event.kind === 'delivery') {
    const { attempt, outcome, httpStatus, durationMs, reason } = event.try;
    const facts = [
      event.endpointName,
      httpStatus === null ? null : `HTTP ${httpStatus}`,
      reason === null ? null : leadReasonText(reason),
      durationMs === null ? null : `${formatCount(durationMs)} ms`,
    ];
    return { title: `Try ${attempt} ${OUTCOMES[outcome]}`, detail: facts.filter((part) => part !== null).join(' · ') };
  }
  if (event.kind === 'checks') return { title: checksTitle(event), detail: '' };
  if (event.kind === 'postback') {
    const { status, attempt, outcome, httpStatus, response, durationMs } = event.try;
    const answer = httpStatus === null ? response : `HTTP ${httpStatus}`;
    const facts = [`Try ${formatCount(attempt)}`, answer, `${formatCount(durationMs)} ms`];
    return {
      title: `Postback “${LEAD_STATUSES[status].label}” ${outcome === 'sent' ? 'sent' : 'failed'}`,
      detail: facts.filter((part) => part !== '').join(' · '),
    };
  }
  if (event.kind === 'milestone') {
    const title = isMilestone(event.code) ? milestoneText(event.code, labels) : event.code;
    return { title, detail: milestoneDetail(event) };
  }
  if (event.kind === 'edit') {
    const valueText = (value: string): string => (value === '' ? 'empty' : value);
    const changes = event.changes.map(({ label, before, after }) =>
      before === '' && after === '' ? label : `${label}: ${valueText(before)} → ${valueText(after)}`,
    );
    return {
      title: 'Values corrected',
      detail: [...changes, event.by ?? ''].filter((part) => part !== '').join(' · '),
    };
  }
  if (event.kind === 'erased') return { title: 'Person erased', detail: '' };
  if (event.kind === 'note') return { title: 'Note', detail: `${event.note} · ${event.by}` };
  if (event.kind === 'returnComment') {
    const title = `Comment on the return, ${event.isPartner ? 'media partner' : 'agency'}`;
    return { title, detail: event.by === null ? event.comment : `${event.comment} · ${event.by}` };
  }
  if (event.kind === 'export') {
    const what = `${event.format.toUpperCase()}, person ${event.wholePerson ? 'in full' : 'masked'}`;
    return { title: 'Evidence exported', detail: `${what} · ${event.by}` };
  }
  return { title: 'Person viewed', detail: event.by };
};
