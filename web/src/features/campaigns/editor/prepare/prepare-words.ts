import {
  AUDIENCE_ATTRIBUTES,
  AUDIENCE_OPERATORS,
  type AudienceRule,
  CRITERION_OPERATORS,
  criterionOf,
  type GoalCriterion,
  SOURCE_MODES,
} from '@paceline/contract';
import { formatCount } from '../../../../lib/text/format.ts';
import type { CampaignFields } from './prepare-values.ts';

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const programsText = (programs: CampaignFields['programs']): string => {
  const count = Object.keys(programs).length;
  return count === 0 ? 'All programs of the line item' : counted(count, 'program');
};

/** A rule about a person, as a sentence without a full stop. */
export const ruleText = ({ attribute, operator, values, onMissing }: AudienceRule): string => {
  const { label, values: options } = AUDIENCE_ATTRIBUTES[attribute];
  const words = values.map((value) => options?.find(({ code }) => code === value)?.label ?? String(value));
  const list = operator === 'BETWEEN' ? words.join(' and ') : words.join(', ');
  const unknown = operator === 'IS_EMPTY' ? '' : `; unknown is ${onMissing === 'ACCEPT' ? 'accepted' : 'rejected'}`;
  return `${label} ${AUDIENCE_OPERATORS[operator]}${list && ` ${list}`}${unknown}`;
};

/** A line item's rule, worded as in its own editor. */
export const inheritedText = (criterion: Readonly<Record<string, unknown>>): string => {
  const { criterionKey = '', operator: operatorCode, values = [] } = criterion as Partial<GoalCriterion>;
  const definition = criterionOf(criterionKey);
  const operator = operatorCode === undefined ? '' : CRITERION_OPERATORS[operatorCode];
  const words = values.map((value) => definition?.values?.find(({ code }) => code === value)?.label ?? String(value));
  const shown = words.length > 6 ? [...words.slice(0, 6), `${words.length - 6} more`] : words;
  return [definition?.label ?? '', operator, shown.join(operatorCode === 'between' ? ' and ' : ', ')]
    .filter(Boolean)
    .join(' ');
};

export const audienceText = (rules: readonly AudienceRule[]): string =>
  rules.length === 0 ? 'No restrictions' : counted(rules.length, 'rule');

export const sourcesText = ({ sourceMode, sources }: Pick<CampaignFields, 'sourceMode' | 'sources'>): string => {
  const said = Object.values(sources);
  const blocked = said.filter(({ action }) => action === 'BLOCK').length;
  const allowed = said.length - blocked;
  return [
    SOURCE_MODES[sourceMode],
    ...(allowed > 0 ? [`${formatCount(allowed)} listed`] : []),
    ...(blocked > 0 ? [`${formatCount(blocked)} blocked`] : []),
  ].join(', ');
};

export const urlsText = (urls: CampaignFields['urls'], postingConfirmed: boolean): string => {
  if (urls.length === 0) return postingConfirmed ? 'Leads are posted' : 'None yet';
  const off = urls.filter(({ active }) => !active).length;
  return `${counted(urls.length, 'URL')}${off > 0 ? `, ${off} switched off` : ''}`;
};
