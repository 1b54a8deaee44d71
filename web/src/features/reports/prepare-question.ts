import {
  METRICS,
  type QuestionFilter,
  REPORT_LIMITS,
  type ReportFormula,
  type ReportQuestion,
  reportQuestionSchema,
  type ReportVertical,
  settled,
  type UserGroup,
} from '@paceline/contract';

/** Shelves with an order: rows and values. */
export type Shelf = 'dimensions' | 'measures';

const BLANK = {
  channel: 'all',
  vertical: 'all',
  dimensions: [],
  filters: [],
  granularity: null,
  compare: null,
  pivot: null,
  formulas: [],
  order: [],
  top: null,
  chart: 'table',
} as const satisfies Partial<ReportQuestion>;

const questionOf = (parts: Partial<ReportQuestion>): ReportQuestion =>
  reportQuestionSchema.parse({ ...BLANK, ...parts });

const FIRST_LOOK = {
  mp: ['validLeads', 'spend', 'cpl', 'returnRate'],
  ag: ['spend', 'validLeads', 'cpl', 'enrollments', 'cpe'],
} as const;

/** The last three complete months beside those before, with the usual measures of the vertical. */
export const defaultQuestion = (group: UserGroup, vertical: ReportVertical = 'all'): ReportQuestion =>
  questionOf({
    vertical,
    measures: FIRST_LOOK[group === 'mp' ? 'mp' : 'ag'].filter(
      (key) => vertical === 'all' || METRICS[key].verticals.some((one) => one === vertical),
    ),
    dimensions: [group === 'mp' ? 'campaign' : 'channel'],
    period: { range: 'last3Months' },
    compare: 'previous',
  });

interface QuickStart {
  title: string;
  question: ReportQuestion;
}

const startsOf = (group: UserGroup): QuickStart[] => {
  if (group === 'mp')
    return [
      {
        title: 'Which campaigns changed since last month?',
        question: questionOf({
          dimensions: ['campaign'],
          measures: ['validLeads', 'spend', 'returnRate'],
          period: { range: 'lastMonth' },
          compare: 'previous',
          chart: 'bar',
        }),
      },
      {
        title: 'Where do valid leads come from?',
        question: questionOf({
          dimensions: ['state'],
          measures: ['validLeads', 'validRate'],
          period: { range: 'last3Months' },
          chart: 'map',
        }),
      },
      {
        title: 'Which sources are returned?',
        question: questionOf({
          dimensions: ['publisherSource'],
          measures: ['validLeads', 'returned', 'returnRate'],
          period: { range: 'last3Months' },
          order: [{ member: 'returned', direction: 'desc' }],
        }),
      },
    ];
  return [
    {
      title: 'What does an enrollment cost by channel?',
      question: questionOf({
        dimensions: ['channel'],
        measures: ['spend', 'validLeads', 'cpl', 'enrollments', 'cpe'],
        period: { range: 'last6Months' },
        chart: 'bar',
      }),
    },
    {
      title: 'Which campaigns changed since last month?',
      question: questionOf({
        dimensions: ['campaign'],
        measures: ['spend', 'validLeads', 'cpl'],
        period: { range: 'lastMonth' },
        compare: 'previous',
        top: 25,
      }),
    },
    {
      title: 'CPL and enroll rate by media partner',
      question: questionOf({
        channel: 'ppl',
        dimensions: ['mediaPartner'],
        measures: ['cpl', 'enrollRate', 'spend'],
        period: { range: 'last6Months' },
        chart: 'scatter',
      }),
    },
    {
      title: 'Where do inquiries come from?',
      question: questionOf({
        dimensions: ['state'],
        measures: ['validLeads', 'cpl', 'enrollRate'],
        period: { range: 'last3Months' },
        chart: 'map',
      }),
    },
    {
      title: 'Line items month by month',
      question: questionOf({
        dimensions: ['goal'],
        measures: ['validLeads'],
        period: { range: 'last6Months' },
        granularity: 'month',
        pivot: 'date',
      }),
    },
  ];
};

/** Sample questions, in a vertical's terms. */
export const quickStarts = (group: UserGroup, vertical: ReportVertical = 'all'): QuickStart[] =>
  startsOf(group).map(({ title, question }) => ({ title, question: { ...question, vertical } }));

export const withField = (question: ReportQuestion, shelf: Shelf, name: string): ReportQuestion =>
  settled({
    ...question,
    pivot: question.pivot === name ? null : question.pivot,
    [shelf]: [...question[shelf], name].slice(0, REPORT_LIMITS[shelf]),
  });

export const withoutField = (question: ReportQuestion, shelf: Shelf, name: string): ReportQuestion =>
  settled({ ...question, [shelf]: question[shelf].filter((one) => one !== name) });

/** Moves a field within its shelf. */
export const movedTo = (question: ReportQuestion, shelf: Shelf, name: string, to: number): ReportQuestion => {
  const rest = question[shelf].filter((one) => one !== name);
  return { ...question, [shelf]: rest.toSpliced(to, 0, name) };
};

export const withPivot = (question: ReportQuestion, pivot: string | null): ReportQuestion =>
  settled({ ...question, pivot });

export const withFilter = (question: ReportQuestion, index: number | null, filter: QuestionFilter): ReportQuestion => ({
  ...question,
  filters: index === null ? [...question.filters, filter] : question.filters.with(index, filter),
});

export const withoutFilter = (question: ReportQuestion, index: number): ReportQuestion => ({
  ...question,
  filters: question.filters.toSpliced(index, 1),
});

/** The first unused formula key. */
export const freeFormulaKey = ({ formulas }: ReportQuestion): string => {
  const usedKeys = new Set(formulas.map(({ key }) => key));
  return Array.from({ length: 99 }, (_, index) => `own${index + 1}`).find((key) => !usedKeys.has(key)) ?? 'own99';
};

export const withFormula = (question: ReportQuestion, formula: ReportFormula): ReportQuestion => {
  const isNew = question.formulas.every(({ key }) => key !== formula.key);
  return settled({
    ...question,
    formulas: isNew
      ? [...question.formulas, formula]
      : question.formulas.map((one) => (one.key === formula.key ? formula : one)),
    measures: isNew ? [...question.measures, formula.key] : question.measures,
  });
};

export const withoutFormula = (question: ReportQuestion, key: string): ReportQuestion =>
  settled({
    ...question,
    formulas: question.formulas.filter((one) => one.key !== key),
    filters: question.filters.filter(({ member }) => member !== key),
  });
