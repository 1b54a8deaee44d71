import {
  RETURN_REASON_CODES,
  RETURN_REASONS,
  RETURN_STATE_CODES,
  RETURN_STATES,
  type ReturnDecision,
  type ReturnDecisionPreview,
  type ReturnLimit,
  type ReturnState,
} from '@paceline/contract';
import { formatCount, formatDollars } from '../../lib/text/format.ts';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

export const REASON_OPTIONS = RETURN_REASON_CODES.map((value) => ({ value, label: RETURN_REASONS[value] }));
export const STATE_OPTIONS = RETURN_STATE_CODES.map((value) => ({ value, label: RETURN_STATES[value] }));
export const STATE_TONES = {
  OPEN: 'warn',
  ACCEPTED: 'good',
  DECLINED: 'off',
  WITHDRAWN: 'off',
} as const satisfies Record<ReturnState, StatusTone>;

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** `2026-11-01` as `November 2026`. */
export const monthText = (month: string): string => MONTH.format(new Date(`${month}T00:00:00Z`));

export const returnsText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'return' : 'returns'}`;

/** `7 of 12 returns used`, and the number of open requests. */
export const limitText = ({ accepted, allowed, open }: ReturnLimit): string =>
  `${formatCount(accepted)} of ${formatCount(allowed)} ${allowed === 1 ? 'return' : 'returns'} used${open === 0 ? '' : `, ${formatCount(open)} open`}`;
/** The base of the limit. */
export const limitNote = ({ percent, delivered }: ReturnLimit): string =>
  `${percent} % of ${formatCount(delivered)} delivered leads of the media partner in that month`;

/** Lead ids from pasted text: separated by lines, commas or spaces; duplicates removed. */
export const readLeadIds = (pasted: string): string[] => [
  ...new Set(
    pasted
      .split(/[\s,;]+/)
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
];

interface DecisionPlan {
  /** The returns to decide. */
  returnKeys: number[];
  /** The effect on the bills, one sentence each. */
  effects: string[];
  /** Returns left out, with the reason. */
  leftOut: { leadId: string; why: string }[];
}

/** What the decision would do, for the returns the viewer may decide. */
export const decisionPlan = (
  { rows, lowered, credited, creditMonth }: ReturnDecisionPreview,
  decision: ReturnDecision,
  mayOverride: boolean,
): DecisionPlan => {
  const whyNot = ({ refusal, isBeyondLimit, limit }: ReturnDecisionPreview['rows'][number]): string | null => {
    if (refusal !== null) return refusal;
    return decision === 'ACCEPT' && isBeyondLimit && !mayOverride
      ? `Over the limit: ${limitText(limit)}. Someone with the right to override can accept it.`
      : null;
  };
  const judged = rows.map((row) => ({ ...row, why: whyNot(row) }));
  const sent = judged.filter(({ why }) => why === null);
  const beyond = sent.filter(({ isBeyondLimit }) => isBeyondLimit).length;
  const months = [...new Set(sent.filter((row) => !row.isMonthClosed).map(({ month }) => monthText(month)))];
  const amounts = ({ client, media }: { client: number; media: number }) =>
    `${formatDollars(client)} for the client and ${formatDollars(media)} for the media partner`;
  const isWhole = sent.length === rows.length;
  const [only] = sent.length === 1 ? sent : [];
  const effects =
    decision === 'DECLINE'
      ? ['The leads stay delivered and billable. Their return cannot be requested again.']
      : [
          ...(isWhole && lowered.leads > 0
            ? [`Accepting reduces the bill for ${months.join(', ')} by ${amounts(lowered)}.`]
            : []),
          ...(isWhole && credited.leads > 0
            ? [
                `${credited.leads === 1 ? '1 lead is' : `${formatCount(credited.leads)} leads are`} of a closed month, whose bill does not change: credited in ${monthText(creditMonth)}, ${amounts(credited)}.`,
              ]
            : []),
          ...(only ? [`Now: ${limitText(only.limit)}, ${limitNote(only.limit)}.`] : []),
          ...(beyond > 0
            ? [`${formatCount(beyond)} over the limit in the client’s criteria. You can override it.`]
            : []),
        ];
  return {
    returnKeys: sent.map(({ returnKey }) => returnKey),
    effects,
    leftOut: judged.flatMap(({ leadId, why }) => (why === null ? [] : [{ leadId, why }])),
  };
};
