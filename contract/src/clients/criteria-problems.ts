import { dayPartingProblems } from '../core/values/day-parting.ts';
import { type FieldError } from '../core/calls/envelope.ts';
import { type ParameterFacts } from './criteria-words.ts';
import { type ClientCriteria } from './criteria.ts';

const problem = (field: string, message: string, code = 'value'): FieldError => ({ field, code, message });

const fieldProblems = ({ fields }: ClientCriteria, facts: ParameterFacts): FieldError[] =>
  fields.flatMap((field, index): FieldError[] => {
    const at = `fields.${index}`;
    const { label, values } = facts(field.parameter);
    const isTwice = fields.findIndex(({ parameter }) => parameter === field.parameter) !== index;
    const isUnknown = (code: string) => values !== null && !values.some((value) => value.code === code);
    const unknown = field.allowedValues.find(isUnknown);
    const { defaultValue, allowedValues } = field;
    const isLeftOut = defaultValue !== null && allowedValues.length > 0 && !allowedValues.includes(defaultValue);
    return [
      ...(isTwice ? [problem(`${at}.parameter`, `${label} is listed twice.`, 'duplicate')] : []),
      ...(allowedValues.includes('') ? [problem(`${at}.allowedValues`, 'An allowed value is empty.')] : []),
      ...(unknown === undefined || unknown === ''
        ? []
        : [problem(`${at}.allowedValues`, `${label} has no value ${unknown}.`)]),
      ...(isLeftOut ? [problem(`${at}.defaultValue`, 'The default is not one of the allowed values.')] : []),
      ...(defaultValue !== null && !isLeftOut && isUnknown(defaultValue)
        ? [problem(`${at}.defaultValue`, `${label} has no value ${defaultValue}.`)]
        : []),
    ];
  });

const consentProblems = ({ consent: { disclosures } }: ClientCriteria): FieldError[] =>
  disclosures.flatMap(({ name, from, to }, index): FieldError[] => {
    const at = `consent.disclosures.${index}`;
    const isTwice = disclosures.findIndex((other) => other.name === name) !== index;
    return [
      ...(name === '' ? [problem(`${at}.name`, 'Name the text.', 'required')] : []),
      ...(name !== '' && isTwice ? [problem(`${at}.name`, `${name} is listed twice.`, 'duplicate')] : []),
      ...(to !== null && to < from ? [problem(`${at}.to`, 'The last day is before the first.')] : []),
    ];
  });

/** Checks beyond the schema: rules that contradict each other or refer to missing things. */
export const criteriaProblems = (criteria: ClientCriteria, facts: ParameterFacts): FieldError[] => {
  const { eligibility, verification, contacts, hours } = criteria;
  const { gradYearFrom, gradYearTo } = eligibility;
  const emails = contacts.map(({ email }) => email.toLowerCase());
  return [
    ...fieldProblems(criteria, facts),
    ...consentProblems(criteria),
    ...(gradYearFrom !== null && gradYearTo !== null && gradYearTo < gradYearFrom
      ? [problem('eligibility.gradYearTo', 'The last year is before the first.')]
      : []),
    ...(verification.clientCrm !== 'OFF' && verification.clientCrmUrl === null
      ? [
          problem(
            'verification.clientCrmUrl',
            'Enter the address of the client’s CRM, or turn the check off.',
            'required',
          ),
        ]
      : []),
    ...(verification.clientCrmUrl !== null && !verification.clientCrmUrl.startsWith('https://')
      ? [problem('verification.clientCrmUrl', 'The address must begin with https://.')]
      : []),
    ...emails.flatMap((email, index) =>
      emails.indexOf(email) === index
        ? []
        : [problem(`contacts.${index}.email`, 'This email is listed twice.', 'duplicate')],
    ),
    ...(hours === null ? [] : dayPartingProblems(hours).map(({ message }) => problem('hours', message))),
  ];
};
