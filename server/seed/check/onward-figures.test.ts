import {
  fillPath,
  hasRowsBehind,
  isTooEarly,
  labelsOf,
  previousKey,
  presetOf,
  type QuestionAnswer,
  questionOfFigure,
  REPORT_WIDGETS,
  reportFile,
  reportQuestion,
  reportQuestionSchema,
  reportsFor,
  type ReportWidgetId,
  reportWidgetOf,
  ROW_KEY,
  rowsBehind,
  type RowsBehindAnswer,
  TOO_EARLY,
  type UserGroup,
  WIDGET_CALLS,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetColumn,
  widgetColumns,
  type WidgetId,
  type WidgetRow,
} from '@paceline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { askerOf } from '../../src/testing/tie-out/askers.ts';
import { bodyOf, type DrawnBody, drawnBody, optionsOf, widgetsOf } from '../../src/testing/tie-out/drawn.ts';
import { makeAccountsLate } from '../../src/testing/tie-out/late-accounts.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

/**
 * For every figure of every widget, with any filters and days: the rows behind it, its report's file and Media Analysis show the same,
 * including "too early to tell". Each owner has an ad account with late data.
 */
const harness = useApp({ filled: SMALL_DEMO });
const sweep = inject('sweep');
const GROUPS = ['ag', 'cl', 'mp'] as const;
interface Owner {
  ownerKey: number;
  variant: string | null;
}
let owners: Owner[];
let askers: Record<UserGroup, () => Promise<SignedIn>>;
const optionsFor = optionsOf(harness);

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  const partner = await harness.asMigrator(async (tx) => {
    owners = (await sql<Owner>`select owner_key as "ownerKey", variant from owner order by 1`.execute(tx)).rows;
    const { rows } = await sql<{ key: number }>`
      select partner_key as key from campaign where partner_key is not null
      group by 1 order by count(distinct owner_key) desc, 1 limit 1`.execute(tx);
    return rows[0]!.key;
  });
  const keys = (): number[] => owners.map(({ ownerKey }) => ownerKey);
  askers = {
    ag: askerOf(harness, 'ag', keys),
    cl: askerOf(harness, 'cl', keys),
    mp: askerOf(harness, 'mp', keys, partner),
  };
  await makeAccountsLate(harness, '2026-11-01');
});

/** A widget request, and the selected figure. */
interface Drawn {
  owner: Owner;
  group: UserGroup;
  widget: WidgetId;
  body: DrawnBody;
  row: number | null;
  column: number;
}

/** A figure as a viewer sees it. */
interface Shown {
  as: () => Promise<SignedIn>;
  owner: Owner;
  group: UserGroup;
  widget: WidgetId;
  body: WidgetBody;
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
  column: WidgetColumn;
  /** Null for the total. */
  row: WidgetRow | null;
}

const valueOf = ({ answer, row, column }: Shown): number | null => {
  const value = (row ?? answer.totals)[column.key];
  return typeof value === 'number' ? value : null;
};
const isEarly = ({ answer, row, column }: Shown): boolean => isTooEarly(answer, column, row ?? answer.totals);

// Sums are compared to a millionth. Null and 0 only differ where a row exists.
const isSame = (a: number | null, b: number | null): boolean =>
  (a ?? 0) === (b ?? 0) || (a !== null && b !== null && Math.abs(a - b) <= 1e-5 * Math.max(Math.abs(a), Math.abs(b)));

const show = async ({ owner, group, widget, body: drawn, row, column }: Drawn): Promise<Shown | null> => {
  const as = askers[group];
  const { ownerKey } = owner;
  const body = bodyOf(drawn, ownerKey, group, await optionsFor(await as(), ownerKey));
  const { status, body: widgetAnswer } = await harness.call(WIDGET_CALLS[widget], await as(), { body });
  // Plans are not available for every period.
  if (status === 422) return null;
  if (status !== 200) throw new Error(`${widget} answered ${status}: ${JSON.stringify(widgetAnswer)}`);
  const answer = widgetAnswer.data as WidgetAnswer;
  const rows = answer.data.filter((one) => one[ROW_KEY] != null);
  const picked = row === null || rows.length === 0 ? null : rows[row % rows.length]!;
  const columns = widgetColumns(widget, labelsOf(presetOf(owner.variant)), group, answer);
  const numbers = columns.filter((one) => hasRowsBehind(one) && typeof (picked ?? answer.totals)[one.key] === 'number');
  if (numbers.length === 0 || (picked === null && widget === 'reportingFunnel')) return null;
  // In every other draw a cost of outcomes, if there is one: those may be too early to tell.
  const costs = numbers.filter(
    ({ key, measure = key, format }) => format?.kind === 'dollar' && answer.basis?.[measure],
  );
  const among = column % 2 === 0 && costs.length > 0 ? costs : numbers;
  return { as, owner, group, widget, body, answer, columns, column: among[column % among.length]!, row: picked };
};

const askBehind = async ({ as, widget, body, row, column }: Shown): Promise<RowsBehindAnswer> => {
  const rowKey = (row?.[ROW_KEY] ?? null) as string | null;
  const behindBody = { ...body, widget, rowKey, compared: column.compared ?? false };
  const { status, body: behindAnswer } = await harness.call(rowsBehind, await as(), { body: behindBody });
  if (status !== 200) throw new Error(`The rows behind answered ${status}: ${JSON.stringify(behindAnswer)}`);
  return behindAnswer.data as RowsBehindAnswer;
};

const ofDrawer = (shown: Shown, behind: RowsBehindAnswer): string[] => {
  const { measure, compared: _compared, ...own } = shown.column;
  const column = measure === undefined ? own : { ...own, key: measure };
  const sum = (behind.totals[column.key] ?? null) as number | null;
  return [
    ...(isSame(valueOf(shown), sum) ? [] : [`shown ${valueOf(shown)}, rows behind ${sum}`]),
    ...(isEarly(shown) === isTooEarly(behind, column, behind.totals)
      ? []
      : [`too early is ${isEarly(shown)}, of the rows behind ${!isEarly(shown)}`]),
  ];
};

const ofAnalysis = async (shown: Shown, behind: RowsBehindAnswer): Promise<string[]> => {
  const { as, owner, group, widget, body, columns, column, row } = shown;
  if (!(widget in REPORT_WIDGETS) || column.metric === undefined) return [];
  const question = questionOfFigure(
    {
      widget: reportWidgetOf(widget as ReportWidgetId, body, group),
      body,
      row,
      shown: new Set(columns.flatMap(({ metric, hidden }) => (hidden || metric === undefined ? [] : [metric]))),
      clicked: column.metric,
      compared: column.compared === true,
      group,
    },
    behind,
    await optionsFor(await as(), owner.ownerKey),
  );
  if (question === null) return [];
  const { status, body: reportAnswer } = await harness.call(reportQuestion, await as(), {
    body: { ownerKey: owner.ownerKey, question: reportQuestionSchema.parse(question) },
  });
  if (status !== 200)
    return [`Media Analysis answered ${status}: ${JSON.stringify(reportAnswer)} to ${JSON.stringify(question)}`];
  const { total } = reportAnswer.data as QuestionAnswer;
  const value = (total[column.compared === true ? previousKey(question.measures[0]!) : question.measures[0]!] ??
    null) as number | null;
  return isSame(valueOf(shown), value)
    ? []
    : [`shown ${valueOf(shown)}, in Media Analysis ${value} by ${JSON.stringify(question)}`];
};

/** The catalogue's report for this widget's table, if it has a file. */
const reportWith = ({ owner, group, widget }: Shown) =>
  reportsFor(group, presetOf(owner.variant)).find(
    ({ report }) => report.file !== null && report.parts.some((part) => part.widget === widget),
  );

const ofFile = async (shown: Shown): Promise<string[]> => {
  const report = reportWith(shown);
  // A crosstab has a column for each value.
  if (report === undefined || shown.widget === 'attributePivot' || shown.row !== null) return [];
  const { as, group, widget, body, column } = shown;
  const { statusCode, body: file } = await harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(reportFile.path, { report: report.name }, group)}`,
    headers: (await as()).headers,
    payload: { ...body, widget, columns: [column.key], format: 'csv' },
  });
  if (statusCode !== 200) return [`The file answered ${statusCode}: ${file}`];
  const cell = file.trimEnd().split('\r\n').at(-1)!;
  const value = valueOf(shown)!;
  const wanted = isEarly(shown) ? TOO_EARLY : value;
  const isIt =
    typeof wanted === 'string' ? cell === wanted : Math.abs(Number(cell) - wanted) <= 0.005 + 1e-6 * Math.abs(wanted);
  return isIt ? [] : [`shown ${wanted}, in the file ${cell}`];
};

const problemsOf = async (drawn: Drawn): Promise<string[]> => {
  const shown = await show(drawn);
  if (shown === null) return [];
  const behind = await askBehind(shown);
  const { widget, group, body, row, column } = shown;
  const place = `${widget} ${column.key} of ${JSON.stringify(row?.[ROW_KEY] ?? 'all')} for ${group}, ${JSON.stringify(body)}`;
  return [...ofDrawer(shown, behind), ...(await ofAnalysis(shown, behind)), ...(await ofFile(shown))].map(
    (problem) => `${place}: ${problem}`,
  );
};

const drawnOf = (owner: fc.Arbitrary<Owner>, group: UserGroup, widget: fc.Arbitrary<WidgetId>): fc.Arbitrary<Drawn> =>
  fc.record({
    owner,
    group: fc.constant(group),
    widget,
    body: drawnBody,
    row: fc.option(fc.nat(999), { freq: 2 }),
    column: fc.nat(999),
  });

/** All figures of each widget and owner, or a random sample. */
const choicesFor = (group: UserGroup): fc.Arbitrary<Drawn>[] =>
  sweep === 'all'
    ? owners.flatMap((owner) =>
        widgetsOf(group).map((widget) => drawnOf(fc.constant(owner), group, fc.constant(widget))),
      )
    : [drawnOf(fc.constantFrom(...owners), group, fc.constantFrom(...widgetsOf(group)))];
const RUNS = { few: 12, sample: 60, all: 3 }[sweep];

test.each(GROUPS)('for %s, the rows behind a figure, its file and Media Analysis equal the figure', async (group) => {
  for (const choice of choicesFor(group)) {
    const property = fc.asyncProperty(choice, async (drawn) => {
      expect(await problemsOf(drawn)).toEqual([]);
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  }
});
