import {
  FACT_COLUMNS,
  type FactColumn,
  type FactRows,
  KINDS,
  LABEL_COLUMNS,
  type LabelColumn,
  labelColumns,
  MARK,
  NO_OWNER,
} from './fact-columns.rules.ts';
import { dayLiteral, intLiteral, oneOf, textLiteral } from './literals.rules.ts';
import { weighedSums, type Weights } from './weights.rules.ts';

/** The columns of a row as it is sent, in their order. */
export const SENT_COLUMNS: readonly string[] = [
  'owner_key',
  'day',
  'month',
  'campaign_key',
  'kind',
  'source_key',
  'sign',
  'batch',
  ...labelColumns,
  ...FACT_COLUMNS,
];

const TYPES: Readonly<Record<string, string>> = { kind: 'Int16', source_key: 'Int64', sign: 'Int8' };
const typeOf = (column: string): string => {
  if (column in LABEL_COLUMNS)
    return LABEL_COLUMNS[column as LabelColumn] === 'text' ? 'Nullable(String)' : 'Nullable(Int32)';
  if ((FACT_COLUMNS as readonly string[]).includes(column)) return 'Int64';
  return TYPES[column] ?? 'Int32';
};

const columnList = SENT_COLUMNS.map((column) => `${column} ${typeOf(column)}`).join(', ');
/** What a table there has in it: where this is another, what was fed before cannot answer. */
export const FACT_SHAPE = `${columnList}; ${JSON.stringify(KINDS)}`;

/** Each beginning has tables of its own, so that nothing of an earlier one can be among them. */
export const factTable = (epoch: string): string => {
  if (!/^[a-z0-9]{4,20}$/.test(epoch)) throw new TypeError('Not an epoch');
  return `paceline_fact_${epoch}`;
};

/** Where a table is one of several copies, it is known by its shard and by its own number. */
interface Place {
  shard: number;
  replica: number;
  isReplicated: boolean;
}

/**
 * One row for each fact with its sign; pairs that cancel each other are dropped when parts are merged. Without partitions, so that
 * a block is one part and is there whole or not at all.
 */
export const createStatement = (epoch: string, { shard, replica, isReplicated }: Place): string => {
  const engine = isReplicated
    ? `ReplicatedCollapsingMergeTree(${textLiteral(`/paceline/${epoch}/${shard}`)}, ${textLiteral(`replica-${replica}`)}, sign)`
    : 'CollapsingMergeTree(sign)';
  return `create table if not exists ${factTable(epoch)} (${columnList}) engine = ${engine} order by (owner_key, day, campaign_key, kind, source_key)`;
};

export const insertStatement = (epoch: string): string =>
  `insert into ${factTable(epoch)} (${SENT_COLUMNS.join(', ')}) format TabSeparated`;

/** Numbers of batches count up from one; those of what was there before count down. */
export const markLine = (number: number): string =>
  `${SENT_COLUMNS.map((column) => {
    if (column in LABEL_COLUMNS) return String.raw`\N`;
    if (column === 'owner_key') return NO_OWNER;
    if (column === 'kind') return MARK;
    if (column === 'source_key') return number;
    return column === 'sign' ? 1 : 0;
  }).join('\t')}\n`;

/** How many blocks a machine has. */
export const countMarks = (epoch: string): string =>
  `select count(*) from ${factTable(epoch)} where ${ofNobody} and kind = ${MARK} format TabSeparated`;
export const findMark = (epoch: string, number: number): string =>
  `select count(*) from ${factTable(epoch)} where ${ofNobody} and kind = ${MARK} and source_key = ${intLiteral(number)} format TabSeparated`;
const ofNobody = `owner_key = ${NO_OWNER}`;

export type Grain = 'day' | 'month' | null;

/** Facts of some owners added up: what for, told apart by what, and which of them. */
export interface FactQuestion {
  owners: readonly number[];
  range: readonly [from: string, to: string];
  rows: FactRows;
  facts: readonly FactColumn[];
  labels: readonly LabelColumn[];
  byCampaign: boolean;
  /** Campaigns that nothing in the question tells apart: the leads of all of them come back as those of the first. */
  standIns: StandIns | null;
  grain: Grain;
  /** No others than these, where they are known. */
  campaigns: readonly number[] | null;
  /** Of a label, only these, or all but these. */
  only: readonly { label: LabelColumn; values: readonly string[]; isNot: boolean }[];
  /** What valid leads are weighed by, if they are. */
  weights: Weights | null;
  /** More groups than this are not answered. */
  most: number;
}

/** Each campaign with the one that stands for it, in two lists. */
export interface StandIns {
  campaigns: readonly number[];
  firsts: readonly number[];
}

/** The name under which the campaign comes back that stands for the others. */
export const STAND_IN = 'stand_in';

export const groupsOf = ({ byCampaign, standIns, grain, labels }: FactQuestion): string[] => [
  'owner_key',
  ...(byCampaign ? [standIns === null ? 'campaign_key' : STAND_IN] : []),
  ...(grain === null ? [] : [grain]),
  ...labels,
];

/** A campaign that is in no list stands for itself. */
const standInOf = ({ campaigns, firsts }: StandIns): string =>
  `transform(campaign_key, [${campaigns.map(intLiteral).join(', ')}], [${firsts.map(intLiteral).join(', ')}], campaign_key)`;

const labelLiteral = (label: LabelColumn): ((value: string) => string) =>
  LABEL_COLUMNS[label] === 'text' ? textLiteral : (value) => intLiteral(Number(value));

const conditionsOf = ({ range, rows, campaigns, only }: FactQuestion): string[] => [
  `day between ${dayLiteral(range[0])} and ${dayLiteral(range[1])}`,
  `kind between ${KINDS[rows][0]} and ${KINDS[rows][1]}`,
  ...(campaigns === null ? [] : [oneOf('campaign_key', campaigns, intLiteral)]),
  ...only.map(({ label, values, isNot }) => {
    const named = oneOf(label, values, labelLiteral(label));
    return isNot ? `(${label} is null or not ${named})` : named;
  }),
];

/**
 * The one place where a statement about owners' facts is made. There is no row-level security behind it: it reads one table, once,
 * and the owners come first among its conditions.
 */
export const factStatement = (epoch: string, question: FactQuestion): string => {
  const groups = groupsOf(question);
  const sums = [
    ...question.facts.map((fact) => `sum(sign * ${fact}) as sum_${fact}`),
    ...(question.weights === null ? [] : weighedSums(question.weights)),
  ];
  const where = [oneOf('owner_key', question.owners, intLiteral), ...conditionsOf(question)];
  const selected = groups.map((group) =>
    group === STAND_IN && question.standIns !== null ? `${standInOf(question.standIns)} as ${STAND_IN}` : group,
  );
  return [
    `select ${[...selected, 'sum(sign) as sum_rows', ...sums].join(', ')}`,
    `from ${factTable(epoch)}`,
    `where ${where.join(' and ')}`,
    `group by ${groups.join(', ')}`,
    // What was taken back whole leaves no group.
    `having sum(sign) != 0${question.facts.map((fact) => ` or sum(sign * ${fact}) != 0`).join('')}`,
    `limit ${intLiteral(question.most + 1)} format JSONEachRow`,
  ].join(' ');
};
