import { AUDIENCE_ATTRIBUTES, AUDIENCE_OPERATORS, type AudienceRule, EDUCATION_LEVELS } from '@paceline/contract';
import { type Check, type Reason } from '../check.ts';
import { type LeadFields } from '../lead-fields.ts';
import { failed, OFF, PASSED } from './check-results.ts';

const yesNo = (value: boolean | null): string | null => {
  if (value === null) return null;
  return value ? 'yes' : 'no';
};

const valueOf = (lead: LeadFields, attribute: AudienceRule['attribute']): string | number | null => {
  const value = lead[attribute];
  return typeof value === 'boolean' || value === null ? yesNo(value) : value;
};

/** A comparable value: the rank of an education level, or the number itself. */
const rankOf = (attribute: AudienceRule['attribute'], value: string | number): number =>
  attribute === 'highestEducationLevel' ? EDUCATION_LEVELS.findIndex(({ code }) => code === value) : Number(value);

/** Whether a given value satisfies a rule. */
const holds = ({ attribute, operator, values }: AudienceRule, value: string | number): boolean => {
  const rank = (of: string | number | undefined): number => rankOf(attribute, of ?? Number.NaN);
  const [first, second] = values;
  switch (operator) {
    case 'IN':
      return values.includes(value);
    case 'NOT_IN':
      return !values.includes(value);
    case 'IS':
      return value === first;
    case 'GTE':
      return rank(value) >= rank(first);
    case 'LTE':
      return rank(value) <= rank(first);
    case 'BETWEEN':
      return rank(value) >= rank(first) && rank(value) <= rank(second);
    case 'IS_EMPTY':
      return false;
  }
};

const ruleWords = ({ attribute, operator, values }: AudienceRule): string =>
  [
    AUDIENCE_ATTRIBUTES[attribute].label,
    AUDIENCE_OPERATORS[operator],
    values.join(operator === 'BETWEEN' ? ' and ' : ', '),
  ]
    .filter((part) => part !== '')
    .join(' ');

const problemOf = (rule: AudienceRule, lead: LeadFields, partial: boolean): Reason | null => {
  const value = valueOf(lead, rule.attribute);
  const { label } = AUDIENCE_ATTRIBUTES[rule.attribute];
  const reason = { code: 'AUDIENCE_NOT_MATCHED', field: rule.attribute, detail: ruleWords(rule) } as const;
  if (value !== null) {
    return holds(rule, value) ? null : { ...reason, message: `${label} is outside the campaign’s audience.` };
  }
  if (rule.operator === 'IS_EMPTY' || rule.onMissing === 'ACCEPT' || partial) return null;
  return { ...reason, message: `${label} is missing, and the campaign’s audience asks for it.` };
};

/** Every rule must hold; all violations are reported. */
export const audience: Check = {
  id: 'audience',
  title: 'Audience',
  skippedBy: ['scrub'],
  run: ({ lead, rules, partial = false }) => {
    if (rules.audience.rules.length === 0) return OFF;
    const problems = rules.audience.rules.flatMap((rule) => problemOf(rule, lead, partial) ?? []);
    return problems.length === 0 ? PASSED : failed('SCR', ...problems);
  },
  explain: ({ lead, rules }) => ({
    value:
      rules.audience.rules
        .map(({ attribute }) => `${AUDIENCE_ATTRIBUTES[attribute].label} ${valueOf(lead, attribute) ?? 'not given'}`)
        .join(', ') || null,
    rule: rules.audience.rules.map(ruleWords).join('; ') || 'No restrictions',
  }),
};
