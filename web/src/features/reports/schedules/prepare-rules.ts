import {
  type AlertCondition,
  type Comparison,
  dimensionWords,
  DIMENSIONS,
  type RulePreview,
  type UserGroup,
  writeRuleValue,
} from '@paceline/contract';
import { formatCount, formatShortDay } from '../../../lib/text/format.ts';

export const NEW_CONDITION: AlertCondition = {
  channel: 'all',
  vertical: 'all',
  measure: 'cpl',
  dimension: null,
  filters: [],
  days: 7,
  compare: null,
  direction: 'above',
  threshold: 100,
};

export const COMPARE_LABELS: Record<Comparison, string> = {
  previous: 'Change from the days before',
  weekdays: 'Change from the same weekdays before',
  lastYear: 'Change from last year',
};

/** Dimensions whose values can be watched separately. */
export const RULE_DIMENSIONS = [
  { value: '', label: 'All together' },
  ...(['client', 'goal', 'campaign', 'customChannel'] as const).map((value) => ({
    value,
    label: DIMENSIONS[value].label,
  })),
];

/** The reader list's name for the viewer's own company. */
export const TEAM_OF: Record<UserGroup, string> = { ag: 'Agency', cl: 'Client', mp: 'Media partner' };

const MAX_DAYS = 5;

/** A preview in words: how often, on which days, and notes. */
export const previewText = ({ told: alerts, days, notes }: RulePreview, condition: AlertCondition): string[] => {
  const verdict =
    days.length === 0
      ? 'Would have sent no alert in 90 days.'
      : `Would have sent ${alerts === 1 ? '1 alert' : `${formatCount(alerts)} alerts`} in 90 days.`;
  const shown = days.slice(-MAX_DAYS).toReversed();
  const line = ({ day, met, first }: RulePreview['days'][number]): string => {
    const named = first.map(({ name, value }) => {
      const of = name === null ? '' : `${dimensionWords(condition.dimension ?? '', name)} `;
      return `${of}${writeRuleValue(condition, value)}`;
    });
    const more = met - first.length;
    return `${formatShortDay(day)}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  };
  return [verdict, ...shown.map(line), ...notes];
};
