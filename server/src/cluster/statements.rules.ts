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

/** Columns of an inserted row, in order. */
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
/** Fingerprint of the table's content: if it differs, earlier data cannot be used. */
export const FACT_SHAPE = `${columnList}; ${JSON.stringify(KINDS)}`;

/** Each epoch has a table of its own, so that no rows of an earlier one can be in it. */
export const factTable = (epoch: string): string => {
  if (!/^[a-z0-9]{4,20}$/.test(epoch)) throw new TypeError('Not an epoch');
  return `paceline_fact_${epoch}`;
};

/** Position of a replicated table: its shard and its replica. */
interface Place {
  shard: number;
  replica: number;
  isReplicated: boolean;
}

/**
 * One row per fact with its sign; merges drop pairs that cancel each other. No partitions, so that a block is one part and is inserted as a
 * whole or not at all.
 */
export const createStatement = (epoch: string, { shard, replica, isReplicated }: Place): string => {
  const engine = isReplicated
    ? `ReplicatedCollapsingMergeTree(${textLiteral(`/paceline/${epoch}/${shard}`)}, ${textLiteral(`replica-${replica}`)}, sign)`
    : 'CollapsingMergeTree(sign)';
  return `create table if not exists ${factTable(epoch)} (${columnList}) engine = ${engine} order by (owner_key, day, campaign_key, kind, source_key)`;
};

export const insertStatement = (epoch: string): string =>
  `insert into ${factTable(epoch)} (${SENT_COLUMNS.join(', ')}) format TabSeparated`;

/** Numbers of new batches count up from one; those of initial data count down. */
export const markLine = (number: number): string =>
  `${SENT_COLUMNS.map((column) => {
    if (column in LABEL_COLUMNS) return String.raw`\N`;
    if (column === 'owner_key') return NO_OWNER;
    if (column === 'kind') return MARK;
    if (column === 'source_key') return number;
    return column === 'sign' ? 1 : 0;
  }).join('\t')}\n`;

/** Number of blocks on a server. */
export const countMarks = (epoch: string): string =>
  `select count(*) from ${factTable(epoch)} where ${ofNobody} and kind = ${MARK} format TabSeparated`;
export const findMark = (epoch: string, number: number): string =>
  `select count(*) from ${factTable(epoch)} where ${ofNobody} and kind = ${MARK} and source_key = ${intLiteral(number)} format TabSeparated`;
const ofNobody = `owner_key = ${NO_OWNER}`;

export type Grain = 'day' | 'month' | null;

/** A query for sums of facts of some owners: grouping and filters. */
export interface FactQuestion {
  owners: readonly number[];
  range: readonly [from: string, to: string];
  rows: FactRows;
  facts: readonly FactColumn[];
  labels: readonly LabelColumn[];
  byCampaign: boolean;
  /** Campaigns that the query does not distinguish: their leads are returned under the first one. */
  standIns: StandIns | null;
  grain: Grain;
  /** Restricts to these campaigns; null if unknown. */
  campaigns: readonly number[] | null;
  /** Includes or excludes values of a label. */
  only: readonly { label: LabelColumn; values: readonly string[]; isNot: boolean }[];
  /** Weights of valid leads, if any. */
  weights: Weights | null;
  /** More groups are an error. */
  most: number;
}

/** Campaigns and their stand-ins, as two lists. */
export interface StandIns {
  campaigns: readonly number[];
  firsts: readonly number[];
}

/** Column name of the stand-in campaign. */
export const STAND_IN = 'stand_in';

export const groupsOf = ({ byCampaign, standIns, grain, labels }: FactQuestion): string[] => [
  'owner_key',
  ...(byCampaign ? [standIns === null ? 'campaign_key' : STAND_IN] : []),
  ...(grain === null ? [] : [grain]),
  ...labels,
];

/** Campaigns in no list stand for themselves. */
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
 * The only function that builds a statement about owners' facts. No row-level security protects them: it reads one table, once, with the
 * owners as its first condition.
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
    // Completely cancelled facts leave no group.
    `having sum(sign) != 0${question.facts.map((fact) => ` or sum(sign * ${fact}) != 0`).join('')}`,
    `limit ${intLiteral(question.most + 1)} format JSONEachRow`,
  ].join(' ');
};
