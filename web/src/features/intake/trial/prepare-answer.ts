import { type CheckOutcome, formatMetricValue, LEAD_STATUSES, type LeadTrial } from '@paceline/contract';
import type { StatusTone } from '../../../ui/marks/status-mark.tsx';

/** The overall result in one sentence. */
interface TrialAnswer {
  verdict: 'Accepted' | 'Held' | 'Refused' | 'Fix and resend';
  tone: StatusTone;
  sentence: string;
}

/** Names and acronyms keep their case; other words are lower-cased inside a sentence. */
const KEEPS_CASE = /^(?:[A-Z]{2}|Jornaya|TrustedForm)/;
const inSentence = (message: string): string => {
  const text = message.replace(/\.$/, '');
  return KEEPS_CASE.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
};

const reasonsOf = (messages: readonly { message: string }[] = []): string =>
  messages.map(({ message }) => inSentence(message)).join('; ');

const fieldCount = (count: number): string => (count === 1 ? '1 field is wrong' : `${count} fields are wrong`);

export const trialAnswer = ({ answer }: Pick<LeadTrial, 'answer'>): TrialAnswer => {
  if (answer.outcome === 'error') {
    const sentence = `Fix and resend: ${fieldCount(answer.reasons.length)}`;
    return { verdict: 'Fix and resend', tone: 'bad', sentence };
  }
  const decided = answer.wouldBe ?? answer.status;
  const asTest = answer.status === 'TST' ? ' (as a test lead)' : '';
  if (answer.outcome === 'failure') {
    return { verdict: 'Refused', tone: 'bad', sentence: `Refused${asTest}: ${reasonsOf(answer.reasons)}` };
  }
  if (decided === 'HLD') {
    return { verdict: 'Held', tone: 'warn', sentence: `Held${asTest}: ${reasonsOf(answer.reasons)}` };
  }
  const price = answer.status === 'TST' ? '' : `, ${formatMetricValue({ kind: 'dollar' }, answer.price)}`;
  return {
    verdict: 'Accepted',
    tone: 'good',
    sentence: `Accepted${asTest}: ${LEAD_STATUSES[decided].label}${price}`,
  };
};

export const CHECK_TONES: Readonly<Record<CheckOutcome, StatusTone>> = {
  passed: 'good',
  flagged: 'warn',
  failed: 'bad',
  notReached: 'off',
  off: 'off',
};

/** Passed 9, Failed 1, Not reached 4, Off 2: in reading order. */
export const countOutcomes = (checks: LeadTrial['checks']): [CheckOutcome, number][] =>
  (['passed', 'flagged', 'failed', 'notReached', 'off'] as const)
    .map((outcome): [CheckOutcome, number] => [outcome, checks.filter((check) => check.outcome === outcome).length])
    .filter(([, count]) => count > 0);
