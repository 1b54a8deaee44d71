import {
  AGREED_FIELDS,
  agreedValue,
  AT_STAKE_COLUMN,
  ATTENTION_COLUMNS,
  columnsFor,
  isOverAndDone,
  labelsOf,
  campaignLayout,
  campaignTotals,
  type CampaignRow,
  CAMPAIGN_STATUSES,
  type Column,
  columnFormat,
  columnLabel,
  editableFields,
  fileValue,
  type Labels,
  PLAIN_VARIANT,
  type SubStatus,
  type UserGroup,
  WHY_COLUMN,
  whyAttention,
} from '@paceline/contract';
import { type Download } from '../../../http/answers/download.ts';
import { type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { type OutgoingColumn, type OutgoingRow, type OutgoingValue } from '../../../lib/sheet/outgoing.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { aboutFile } from '../../../shared/about-file.queries.ts';
import { findOwnerVariant, getOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { type CampaignNames } from '../../../metrics/attention/exceptions.ts';
import { loadAttention } from '../../../metrics/attention/load-attention.ts';
import { streamCampaignSummary, type SummaryDeps, type SummaryQuestion } from '../summary/summary.service.ts';

const EDIT_NOTE = 'Edit and upload. A blank cell changes nothing; NULL clears the value.';

const outgoingColumn = (column: Column, set: Labels, group: UserGroup, editable: boolean): OutgoingColumn => {
  const format = columnFormat(column);
  const kind = column.kind === 'status' || column.kind === 'action' ? 'text' : column.kind;
  return {
    key: column.key,
    label: columnLabel(column, set, group),
    kind,
    ...(format?.decimals !== undefined && { decimals: format.decimals }),
    ...(editable && { editable, note: EDIT_NOTE }),
    ...(column.key in AGREED_FIELDS && { mark: { by: agreedKey(column.key), words: '(agreed)' } }),
  };
};

/** The columns of a sheet: those on the screen, and those that an upload needs even if they are hidden. */
const sheetColumns = (
  columns: readonly Column[],
  visible: readonly string[],
  editable: readonly string[],
): Column[] => {
  const wanted = ['campaignKey', ...visible.filter((key) => key !== 'campaignKey')];
  const missing = editable.filter((key) => !wanted.includes(key));
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return [...wanted, ...missing].flatMap((key) => byKey.get(key) ?? []).filter(({ kind }) => kind !== 'action');
};

/** Whether the cell shows what was agreed for the month, because nothing is adjusted. */
const isAgreed = ({ key }: Column, row: CampaignRow): boolean => row[key] == null && agreedValue(row, key) !== null;
const agreedKey = (key: string): string => `${key} agreed`;

const cellValue = (column: Column, row: CampaignRow): OutgoingValue => {
  if (column.key === 'subStatus') return CAMPAIGN_STATUSES[row.subStatus as SubStatus]?.label ?? row.subStatus;
  const format = columnFormat(column);
  const value = isAgreed(column, row) ? agreedValue(row, column.key) : (row[column.key] as OutgoingValue);
  return format === null ? value : fileValue(format, value as number | null);
};

type Attention = ReadonlyMap<number, OutgoingRow>;
const NO_ATTENTION: Attention = new Map();

/** Why campaigns of an owner need attention, and the money at stake, as its screen shows them. */
const attentionOf = async (
  tx: Tx,
  { ownerKey, group, now }: { ownerKey: number; group: UserGroup; now: Date },
  rows: ReadonlyMap<number, CampaignRow>,
): Promise<Attention> => {
  const { variant } = await getOwnerVariant(tx, ownerKey);
  const namesOf = (campaignKey: number): CampaignNames | null => {
    const row = rows.get(campaignKey);
    if (row === undefined) return null;
    return { campaign: row.name, code: row.campaignCode, goal: row.goalName, isDone: isOverAndDone(row.subStatus) };
  };
  const exceptions = await loadAttention(tx, { ownerKey, group, now, band: variant.pacingBand }, namesOf);
  return new Map(
    exceptions.flatMap((exception): [number, OutgoingRow][] => {
      const row = rows.get(exception.campaignKey ?? 0);
      if (row === undefined) return [];
      const cells = { [WHY_COLUMN.key]: whyAttention(row, exception), [AT_STAKE_COLUMN.key]: exception.dollars };
      return [[row.campaignKey, cells]];
    }),
  );
};

interface SheetChoice {
  /** The columns on the screen, in their order; null for the default ones. */
  columns: readonly string[] | null;
  /** The rows on the screen, in their order; null for all. */
  campaignKeys: readonly number[] | null;
}

/** The screen as a workbook: its columns, rows and totals, and the versions that guard the upload. */
export const exportAllocations = async (
  deps: SummaryDeps,
  question: SummaryQuestion,
  { columns: chosen, campaignKeys }: SheetChoice,
  options: WorkOptions,
): Promise<Download> => {
  const { group, month } = question;
  const all: CampaignRow[] = [];
  for await (const row of await streamCampaignSummary(deps, question, options)) all.push(row);
  const byKey = new Map(all.map((row) => [row.campaignKey, row]));
  const rows = campaignKeys === null ? all : campaignKeys.flatMap((key) => byKey.get(key) ?? []);

  const ownerKey = question.ownerKey ?? all[0]?.ownerKey;
  const owner =
    ownerKey === undefined
      ? null
      : await deps.db.readScope(question.scope, (tx) => findOwnerVariant(tx, ownerKey), options);
  const variant = owner?.variant ?? PLAIN_VARIANT;
  const layout = campaignLayout(group, month, variant);
  const editable: readonly string[] = editableFields(group, month);
  const offered = month === 'current' ? [...layout.columns, ...columnsFor(ATTENTION_COLUMNS, group)] : layout.columns;
  const columns = sheetColumns(offered, chosen ?? layout.inFile, editable);
  const withAttention = ownerKey !== undefined && columns.some((column) => ATTENTION_COLUMNS.includes(column));
  const attention = withAttention
    ? await deps.db.readScope(
        question.scope,
        (tx) => attentionOf(tx, { ownerKey, group, now: deps.clock.now() }, byKey),
        options,
      )
    : NO_ATTENTION;
  const toRow = (row: CampaignRow): OutgoingRow => ({
    ...Object.fromEntries(
      columns.flatMap((column) => [
        [column.key, cellValue(column, row)],
        [agreedKey(column.key), isAgreed(column, row)],
      ]),
    ),
    ...attention.get(row.campaignKey),
    rowVersion: row.rowVersion,
  });
  const totals = campaignTotals(columns, rows);
  const about = await deps.db.readScope(
    question.scope,
    (tx) =>
      aboutFile(tx, {
        scope: question.scope,
        ownerKey: ownerKey ?? null,
        filters: campaignKeys === null ? [] : [`${rows.length} of ${all.length} campaigns, as they were shown`],
        now: deps.clock.now(),
      }),
    options,
  );
  const { content, contentType } = writeSheet({
    sheetName: month === 'next' ? 'Next month' : 'Current month',
    columns: [
      ...columns.map((column) => outgoingColumn(column, labelsOf(variant), group, editable.includes(column.key))),
      {
        key: 'rowVersion',
        label: 'Row Version',
        kind: 'key',
        note: 'Do not change. Prevents overwriting other people’s changes.',
      },
    ],
    rows: rows.map(toRow),
    note: about,
    totals: Object.fromEntries(
      columns.flatMap((column) => {
        const format = columnFormat(column);
        return format === null ? [] : [[column.key, fileValue(format, totals[column.key])]];
      }),
    ),
  });
  const when = rows[0]?.month.slice(0, 7) ?? month;
  return { fileName: `allocations-${when}.xlsx`, contentType, content };
};
