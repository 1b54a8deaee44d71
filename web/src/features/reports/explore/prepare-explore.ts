import {
  changeKey,
  countDaysOf,
  type Days,
  type DimensionKey,
  excluding,
  filteredTo,
  GRANULARITIES,
  type Granularity,
  grainFor,
  grainEnd,
  isDimensionKey,
  narrowedTo,
  type PickedCell,
  type QuestionFilter,
  type ReportMember,
  type ReportQuestion,
  type UserGroup,
} from '@paceline/contract';
import { textParam, wordsParam } from '../../../lib/address/search-params.ts';
import { whyNotAdded } from '../fields/prepare-fields.ts';

/** What the pictures show beyond the question, in the address. */
export interface Explore {
  /** The measure that chart and leaderboards show; undefined for the first. */
  lead?: string | undefined;
  /** Dimensions of the leaderboards; undefined for the usual ones. */
  boards?: string[] | undefined;
  /** The chart's grain; undefined for the one that suits the days. */
  grain?: Granularity | undefined;
  by?: 'change' | undefined;
}

export const readExplore = (search: Record<string, unknown>): Explore => ({
  lead: textParam(search['lead']),
  boards: wordsParam(search['boards']),
  grain: GRANULARITIES.find((grain) => grain === search['grain']),
  by: search['by'] === 'change' ? 'change' : undefined,
});

export const leadOf = ({ measures, formulas }: ReportQuestion, { lead }: Explore): string => {
  const all = [...measures, ...formulas.map(({ key }) => key)];
  return lead !== undefined && all.includes(lead) ? lead : (all[0] ?? '');
};

/** More lines than this cannot be followed. */
const MAX_LINES = 8;
const MAX_POINTS = 200;
const MIN_POINTS = 4;
const DAYS_OF: Readonly<Record<Granularity, number>> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };

const pointsOf = (days: Days, grain: Granularity): number => countDaysOf(days) / DAYS_OF[grain];

/** The chart's grain: the chosen one, else the table's, else the one that suits the days. */
export const trendGrain = ({ granularity }: ReportQuestion, days: Days, { grain }: Explore): Granularity => {
  const fits = (one: Granularity | null | undefined, least: number): one is Granularity =>
    one != null && pointsOf(days, one) <= MAX_POINTS && pointsOf(days, one) >= least;
  if (fits(grain, 1)) return grain;
  return fits(granularity, MIN_POINTS) ? granularity : grainFor(days);
};

const isOf = (member: string, operators: readonly string[]) => (filter: QuestionFilter) =>
  filter.member === member && operators.includes(filter.operator);

/** The dimension of which several values are selected: the chart has a line for each. */
export const splitOf = ({ filters }: ReportQuestion): string | null =>
  filters.findLast(
    ({ member, operator, values }) =>
      isDimensionKey(member) && operator === 'equals' && values.length > 1 && values.length <= MAX_LINES,
  )?.member ?? null;

/** Filters of numbers select rows of the table; they say nothing about a chart over time. */
const ofRows = ({ filters }: ReportQuestion): ReportQuestion['filters'] =>
  filters.filter(({ member }) => isDimensionKey(member));
export const hasNumberFilters = ({ filters }: ReportQuestion): boolean =>
  filters.some(({ member }) => !isDimensionKey(member));

const PICTURE = { pivot: null, top: null, order: [], chart: 'table' } as const satisfies Partial<ReportQuestion>;

export const trendQuestion = (question: ReportQuestion, granularity: Granularity): ReportQuestion => {
  const split = splitOf(question);
  return {
    ...question,
    ...PICTURE,
    dimensions: split === null ? [] : [split],
    filters: ofRows(question),
    granularity,
  };
};

/** Rows asked for a leaderboard: those shown, and those that its search looks through. */
export const BOARD_ROWS = 100;

/** A leaderboard shows all values of its dimension, those filtered out too: its own filters are left out. */
export const boardQuestion = (
  question: ReportQuestion,
  dimension: string,
  lead: string,
  { by, search = '' }: Pick<Explore, 'by'> & { search?: string } = {},
): ReportQuestion => {
  const formulas = question.formulas.filter(({ key }) => key === lead);
  const isByChange = by === 'change' && question.compare !== null;
  const others = ofRows(question).filter(({ member }) => member !== dimension);
  return {
    ...question,
    ...PICTURE,
    dimensions: [dimension],
    measures: [lead],
    formulas,
    filters: search === '' ? others : [...others, { member: dimension, operator: 'contains', values: [search] }],
    granularity: null,
    order: [{ member: isByChange ? changeKey(lead) : lead, direction: 'desc' }],
    top: BOARD_ROWS,
  };
};

const USUAL: Readonly<Record<UserGroup, readonly DimensionKey[]>> = {
  ag: ['mediaPartner', 'campus', 'channel', 'program', 'campaign', 'state'],
  cl: ['mediaPartner', 'campus', 'channel', 'program', 'campaign', 'state'],
  mp: ['campaign', 'state', 'campus', 'publisherSource', 'program'],
};
export const MAX_BOARDS = 8;
const USUAL_BOARDS = 5;

interface BoardsInput {
  question: ReportQuestion;
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  group: UserGroup;
  lead: string;
  explore: Explore;
}

/** Why a measure cannot be shown by a dimension; null if it can. */
export const whyNoBoard = ({ question, measures, group, lead }: BoardsInput, dimension: string): string | null =>
  whyNotAdded(boardQuestion(question, dimension, lead), new Set(measures.map(({ key }) => key)), group, {});

/** The dimensions of the leaderboards: those chosen, else the usual ones that the measure has. */
export const boardDimensions = (input: BoardsInput): string[] => {
  const offered = new Set(input.dimensions.map(({ key }) => key));
  const { boards } = input.explore;
  if (boards !== undefined) return boards.filter((key) => offered.has(key)).slice(0, MAX_BOARDS);
  return USUAL[input.group].filter((key) => offered.has(key) && whyNoBoard(input, key) === null).slice(0, USUAL_BOARDS);
};

const selectedOf = ({ filters }: ReportQuestion, member: string, operator: 'equals' | 'notEquals'): readonly string[] =>
  filters.find(isOf(member, [operator]))?.values ?? [];

type Selected = 'included' | 'excluded' | 'left' | 'none';

/** Whether a value of a dimension is selected, excluded, or left out because others are selected. */
export const selectedState = (question: ReportQuestion, member: string, value: string | null): Selected => {
  const has = (operator: string): boolean => question.filters.some(isOf(member, [operator]));
  if (value === null) {
    if (has('notSet')) return 'included';
    if (has('set')) return 'excluded';
    return has('equals') ? 'left' : 'none';
  }
  if (selectedOf(question, member, 'notEquals').includes(value)) return 'excluded';
  if (!has('equals')) return has('notSet') ? 'left' : 'none';
  return selectedOf(question, member, 'equals').includes(value) ? 'included' : 'left';
};

const withValues = (
  question: ReportQuestion,
  member: string,
  operator: 'equals' | 'notEquals',
  values: readonly string[],
): ReportQuestion => {
  const rest = question.filters.filter((filter) => !isOf(member, [operator])(filter));
  const filter: QuestionFilter = { member, operator, values: [...values] };
  return { ...question, filters: values.length === 0 ? rest : [...rest, filter] };
};

const without = (question: ReportQuestion, member: string, operators: readonly string[]): ReportQuestion => ({
  ...question,
  filters: question.filters.filter((filter) => !isOf(member, operators)(filter)),
});

/** Selects a value beside those already selected, or takes it out again. */
export const toggled = (question: ReportQuestion, member: string, value: string | null): ReportQuestion => {
  const state = selectedState(question, member, value);
  if (value === null)
    return state === 'included' ? without(question, member, ['notSet']) : filteredTo(question, member, null);
  const chosen = selectedOf(question, member, 'equals');
  const next = state === 'included' ? chosen.filter((one) => one !== value) : [...chosen, value];
  const unhidden = withValues(
    without(question, member, ['notSet', 'set']),
    member,
    'notEquals',
    selectedOf(question, member, 'notEquals').filter((one) => one !== value),
  );
  return withValues(unhidden, member, 'equals', next);
};

/** Excludes a value, or includes it again. */
export const toggledOut = (question: ReportQuestion, member: string, value: string | null): ReportQuestion => {
  const state = selectedState(question, member, value);
  if (value === null)
    return state === 'excluded'
      ? without(question, member, ['set'])
      : excluding(without(question, member, ['notSet']), member, null);
  const hidden = selectedOf(question, member, 'notEquals');
  if (state === 'excluded')
    return withValues(
      question,
      member,
      'notEquals',
      hidden.filter((one) => one !== value),
    );
  const rest = withValues(
    question,
    member,
    'equals',
    selectedOf(question, member, 'equals').filter((one) => one !== value),
  );
  return excluding(rest, member, value);
};

/** The order in which a row is taken apart. */
const FINER: readonly DimensionKey[] = [
  'channel',
  'mediaPartner',
  'campaign',
  'campus',
  'program',
  'state',
  'publisherSource',
];

/** One value alone, and the table by what is inside it. */
export const drilled = (
  question: ReportQuestion,
  member: string,
  value: string | null,
  fits: (question: ReportQuestion) => boolean,
): ReportQuestion => {
  const narrowed: ReportQuestion = { ...filteredTo(question, member, value), order: [], top: null };
  const used = new Set([member, ...narrowed.filters.map((filter) => filter.member)]);
  const after = FINER.slice(FINER.indexOf(member as DimensionKey) + 1);
  for (const key of [...after, ...FINER])
    if (!used.has(key)) {
      const finer = { ...narrowed, dimensions: [key], pivot: narrowed.pivot === key ? null : narrowed.pivot };
      if (fits(finer)) return finer;
    }
  return narrowed;
};

const FINER_GRAIN: Readonly<Record<Granularity, Granularity>> = {
  year: 'quarter',
  quarter: 'month',
  month: 'week',
  week: 'day',
  day: 'day',
};

/** What is inside a name of the table: its value by a finer dimension, or its period by a finer grain. */
export const drilledCell = (cell: PickedCell, fits: (question: ReportQuestion) => boolean): ReportQuestion => {
  const { row, column, question } = cell;
  const { granularity } = question;
  if (column.role === 'date') {
    const finer = { ...narrowedTo(cell), granularity: granularity && FINER_GRAIN[granularity] };
    return fits(finer) ? finer : narrowedTo(cell);
  }
  const value = row[column.key];
  return drilled(question, column.key, value == null ? null : String(value), fits);
};

const endOfPeriod = (start: string, grain: Granularity): string => {
  if (grain === 'year') return `${start.slice(0, 4)}-12-31`;
  if (grain !== 'quarter') return grainEnd(start, grain);
  const month = String(Number(start.slice(5, 7)) + 2).padStart(2, '0');
  return grainEnd(`${start.slice(0, 4)}-${month}-01`, 'month');
};

/** The question over the periods from one start to another, within the days shown. */
export const brushed = (
  question: ReportQuestion,
  shown: Days,
  [first, last]: readonly [string, string],
  grain: Granularity,
): ReportQuestion => {
  const end = endOfPeriod(last, grain);
  const from = first < shown.from ? shown.from : first;
  const to = end > shown.to ? shown.to : end;
  return { ...question, period: { from, to } };
};
