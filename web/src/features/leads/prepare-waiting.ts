import { ENDPOINT_STATE_WORDS, leadReasonText, type LeadWaiting, nextTryText, pauseText } from '@paceline/contract';
import { formatInstant } from '../../lib/text/format.ts';
import type { Fact } from '../../ui/lists/facts.tsx';

const OUTCOMES = { accepted: 'Accepted', rejected: 'Rejected', failed: 'Failed' } as const;

const answerText = (answer: NonNullable<LeadWaiting['lastAnswer']>, timeZone: string): string => {
  const { at, outcome, reason, httpStatus, text } = answer;
  const facts = [
    reason === null ? OUTCOMES[outcome] : leadReasonText(reason),
    httpStatus === null ? '' : `HTTP ${httpStatus}`,
    text,
  ];
  return `${formatInstant(at, timeZone)}: ${facts.filter((fact) => fact !== '').join(', ')}`;
};

/** What an undelivered lead waits for, line by line. */
export const waitingFacts = (waiting: LeadWaiting, timeZone: string, now: string): Fact[] => {
  const { endpointName, state, openUntil, failuresInRow, lastAnswer } = waiting;
  const reader = { now, write: (instant: string) => formatInstant(instant, timeZone) };
  return [
    ['Endpoint', endpointName ?? 'None: set one up under Lead Delivery'],
    [
      'State',
      state === null
        ? null
        : pauseText({ state, openUntil, failures: failuresInRow }, reader) || ENDPOINT_STATE_WORDS[state],
    ],
    ['Last answer', lastAnswer === null ? 'Not tried yet' : answerText(lastAnswer, timeZone)],
    ['Next try', nextTryText(waiting, reader)],
  ];
};

/** Why a retry by hand cannot help now; null if it can. */
export const retryProblem = ({ state }: Pick<LeadWaiting, 'state'>): string | null => {
  if (state === null) return 'The client has no endpoint.';
  return state === 'PAUSED' ? 'Resume the endpoint first.' : null;
};
