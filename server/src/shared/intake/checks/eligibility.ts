import { EDUCATION_LEVELS } from '@paceline/contract';
import { type Check, type CheckInput, type Reason } from '../check.ts';
import { begun, failed, PASSED } from './check-results.ts';

const levelOf = (code: string): number => EDUCATION_LEVELS.findIndex((level) => level.code === code);
const labelOf = (code: string): string => EDUCATION_LEVELS[levelOf(code)]?.label ?? code;

const isBelow = (value: number | null, least: number | null): boolean =>
  value !== null && least !== null && value < least;

/** The client's requirements for applicants. Values missing from the post are ignored: fields can be required separately. */
const problemsOf = ({ lead, rules }: CheckInput): Reason[] => {
  const { minAge, educationFloor, gradYearFrom, gradYearTo, statesNotServed } = rules.criteria.eligibility;
  const problems: Reason[] = [];
  if (isBelow(lead.age, minAge)) {
    problems.push({ code: 'AGE_UNDER_MIN', field: 'age', message: 'Applicant is under the minimum age.' });
  }
  const { highestEducationLevel: level } = lead;
  if (level !== null && educationFloor !== null && levelOf(level) < levelOf(educationFloor)) {
    const message = 'Highest education level is below the minimum.';
    problems.push({ code: 'EDU_LEVEL', field: 'highestEducationLevel', message });
  }
  if (isBelow(lead.hsGradYear, gradYearFrom) || isBelow(gradYearTo, lead.hsGradYear)) {
    const message = 'Graduation year is outside the accepted years.';
    problems.push({ code: 'GRAD_YEAR', field: 'hsGradYear', message });
  }
  if (lead.state !== null && statesNotServed.some((state) => state === `US-${lead.state}`)) {
    problems.push({ code: 'GEO_NOT_ALLOWED', field: 'state', message: 'State is not served.' });
  }
  return problems;
};

export const eligibility: Check = {
  id: 'eligibility',
  title: 'Eligibility',
  skippedBy: ['scrub'],
  run: (input) => {
    const problems = problemsOf(input);
    if (problems.length === 0) return PASSED;
    // An age below the minimum is an invalid field; everything else is a lead that the client does not want.
    return failed(problems[0]?.code === 'AGE_UNDER_MIN' ? 'INV' : 'SCR', ...problems);
  },
  explain: ({ lead, rules }) => {
    const { minAge, educationFloor, gradYearFrom, gradYearTo, statesNotServed } = rules.criteria.eligibility;
    const requirements = [
      `age ${minAge} or more`,
      ...(educationFloor === null ? [] : [`at least ${labelOf(educationFloor)}`]),
      ...(gradYearFrom === null ? [] : [`graduated ${gradYearFrom} or later`]),
      ...(gradYearTo === null ? [] : [`graduated ${gradYearTo} or earlier`]),
      ...(statesNotServed.length === 0 ? [] : [`not in ${statesNotServed.map((state) => state.slice(3)).join(', ')}`]),
    ];
    const values = [
      lead.age === null ? 'age not given' : `age ${lead.age}`,
      lead.highestEducationLevel,
      lead.hsGradYear,
    ];
    return { value: begun(values.filter((part) => part !== null).join(', ')), rule: begun(requirements.join(', ')) };
  },
};
