import {
  type AttentionSubject,
  type ExceptionKind,
  type ExceptionWork,
  formatMetricValue,
  type PacingException,
  type UserGroup,
} from '@paceline/contract';
import { pathTo } from '../../../lib/address/paths.ts';
import { campaignPagePath } from '../../../shared/campaign-path.ts';
import type { StatusTone } from '../../../ui/marks/status-mark.tsx';

const DOLLARS = { kind: 'dollar', decimals: 0 } as const;
const dollars = (value: number | null): string => formatMetricValue(DOLLARS, value);

interface KindWords {
  word: string;
  tone: StatusTone;
  about: (amount: string, ended: boolean) => string;
}

const WORDS: Record<ExceptionKind, KindWords> = {
  over: { word: 'Over', tone: 'bad', about: (amount) => `${amount} above budget` },
  under: { word: 'Under', tone: 'warn', about: (amount) => `${amount} below budget` },
  noSpend: { word: 'No spend yet', tone: 'warn', about: (amount) => `${amount} below budget` },
  capped: {
    word: 'Capped',
    tone: 'off',
    about: (amount, ended) => (ended ? 'stopped at its cap' : `${amount} of demand not bought`),
  },
  noBudget: {
    word: 'No budget',
    tone: 'warn',
    about: (amount, ended) => `${amount} ${ended ? 'spent' : 'projected'}`,
  },
  noCampaigns: { word: 'No campaigns', tone: 'warn', about: (amount) => `${amount} in no campaign` },
  notAssigned: { word: 'Not assigned', tone: 'warn', about: (amount) => `${amount} in no campaign` },
};

export interface Rights {
  group: UserGroup;
  campaigns: boolean;
  goals: boolean;
  allocations: boolean;
}

interface Action {
  label: string;
  path: string;
}

/** Link of the row's name: its campaign or line item, if the viewer may open it. */
const recordOf = ({ campaignKey, goalKey }: PacingException, rights: Rights): Action | null => {
  if (campaignKey !== null)
    return rights.campaigns ? { label: 'Open campaign', path: campaignPagePath(rights.group, campaignKey) } : null;
  return rights.goals && rights.group === 'ag'
    ? { label: 'Open line item', path: pathTo('goalEditor', { goalKey }) }
    : null;
};

/** The next action: allocations are changed in the current month, within the line item. */
const actionOf = (exception: PacingException, rights: Rights, isCurrent: boolean): Action | null => {
  const { channel, goalKey } = exception;
  if (isCurrent && rights.allocations && channel === 'ppl')
    return {
      label: rights.group === 'ag' ? 'Change allocation' : 'Open allocation',
      path: `${pathTo('allocationsCurrentMonth')}?lineItem=${goalKey}`,
    };
  return recordOf(exception, rights);
};

export interface ExceptionRow {
  key: string;
  name: string;
  /** The campaign's code and line item. */
  detail: string;
  word: string;
  tone: StatusTone;
  about: string;
  /** The bar in words. */
  figures: string;
  record: Action | null;
  action: Action | null;
  /** The campaign or line item that is worked on, and what is done about it. */
  subject: { subject: AttentionSubject; recordKey: number };
  work: ExceptionWork | null;
  bar: Pick<PacingException, 'budget' | 'spent' | 'projection' | 'projectionLow' | 'projectionHigh'>;
}

const figuresOf = ({ spent, projection, budget }: PacingException, ended: boolean): string => {
  const of = budget === null ? ', no budget' : ` of ${dollars(budget)}`;
  if (ended) return `${dollars(spent ?? 0)}${of}`;
  const projected = projection === null ? '' : `, ${dollars(projection)} projected`;
  return `${dollars(spent ?? 0)} spent${projected}${of}`;
};

export const exceptionRow = (
  exception: PacingException,
  rights: Rights,
  { ended, state }: { ended: boolean; state: string },
): ExceptionRow => {
  const { kind, campaign, code, goal, goalKey, campaignKey } = exception;
  const { word, tone, about } = WORDS[kind];
  return {
    key: `${kind} ${goalKey} ${campaignKey}`,
    name: campaign ?? goal,
    detail: campaign === null ? 'Line item' : [code, goal].filter(Boolean).join(' · '),
    word: ended && kind === 'noSpend' ? 'No spend' : word,
    tone,
    about: about(dollars(exception.dollars), ended),
    figures: figuresOf(exception, ended),
    record: recordOf(exception, rights),
    action: actionOf(exception, rights, state === 'current'),
    subject:
      campaignKey === null ? { subject: 'goal', recordKey: goalKey } : { subject: 'campaign', recordKey: campaignKey },
    work: exception.work,
    bar: exception,
  };
};
