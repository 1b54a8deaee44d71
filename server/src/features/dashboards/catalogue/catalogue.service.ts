import {
  attributeLabel,
  type AttributeReportFilters,
  LEAD_ATTRIBUTE_NAMES,
  type LeadAttribute,
  NOT_ATTRIBUTED,
  ownersFileName,
  type ReportFileBody,
  type ReportName,
  reportOf,
  type UserGroup,
  variantOf,
  type WidgetAnswer,
  widgetColumns,
  type WidgetColumn,
  type WidgetRow,
  withAttributed,
} from '@paceline/contract';
import { type Database, type WorkOptions } from '../../../db/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type OutgoingColumn, type OutgoingRow, type OutgoingSheet } from '../../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { type Download } from '../../../http/download.ts';
import { type Viewer } from '../../../shared/answers/answers.ts';
import { type DashboardDeps, getWidget } from '../dashboards.service.ts';
import { findOwner, listReportChoices } from './catalogue.queries.ts';

export const listAttributes = (group: UserGroup): { attribute: LeadAttribute; label: string }[] =>
  LEAD_ATTRIBUTE_NAMES.map((attribute) => ({ attribute, label: attributeLabel(attribute, group) }));

export const getAttributeFilters = async (
  { db }: { db: Database },
  { scope, group }: Viewer,
  ownerKey: number,
  clientKeys: readonly number[],
): Promise<AttributeReportFilters> => ({
  attributes: listAttributes(group),
  ...(await db.readScope(scope, (tx) => listReportChoices(tx, ownerKey, clientKeys))),
});

export interface AttributeQuestion {
  ownerKey: number;
  attribute: LeadAttribute;
  clientKeys: readonly number[];
  start: string;
  end: string;
  campaignKeys?: number[] | undefined;
  clientModelKeys?: number[] | undefined;
  mediaPartnerKeys?: number[] | undefined;
}

/** The attribute report of the catalogue, asked by its path. Campaigns that are named say more than models and partners do. */
export const getAttributeReport = (
  deps: DashboardDeps,
  viewer: Viewer,
  { ownerKey, attribute, clientKeys, start, end, campaignKeys, clientModelKeys, mediaPartnerKeys }: AttributeQuestion,
  options: WorkOptions,
): Promise<WidgetAnswer> => {
  if (start > end)
    throw new AppError('ILLEGAL_ARGUMENTS', {
      errors: [{ field: 'end', code: 'range', message: 'The end must not be before the start.' }],
    });
  const narrowed = campaignKeys
    ? { campaignKeys }
    : {
        ...(clientModelKeys && { clientModelKeys }),
        ...(mediaPartnerKeys && { partnerKeys: mediaPartnerKeys }),
      };
  return getWidget(
    deps,
    viewer,
    'attributeTable',
    { ownerKey, attributes: [attribute], clientKeys: [...clientKeys], startDate: start, endDate: end, ...narrowed },
    options,
  );
};

const outgoing = ({ key, label, format }: WidgetColumn): OutgoingColumn => ({
  key,
  label,
  kind: format === null ? 'text' : format.kind,
  ...(format?.decimals !== undefined && { decimals: format.decimals }),
});

/** Words where a row has none, as the table shows them. */
const fileRow = (row: WidgetRow, columns: readonly WidgetColumn[]): OutgoingRow =>
  Object.fromEntries(columns.map(({ key, format, none }) => [key, row[key] ?? (format === null ? none : null)]));

/** What is spent and carried by no lead stands last, as on the screen. */
const inOrder = (rows: readonly WidgetRow[]): WidgetRow[] =>
  rows.toSorted(
    (a, b) => Number(Object.values(a).includes(NOT_ATTRIBUTED)) - Number(Object.values(b).includes(NOT_ATTRIBUTED)),
  );

/** A table of a report as a file. Which columns there can be is the group's, whatever is asked for. */
export const getReportFile = async (
  deps: DashboardDeps,
  viewer: Viewer,
  name: ReportName,
  { widget, columns: wanted, format, ...body }: ReportFileBody,
  options: WorkOptions,
): Promise<Download> => {
  const owner = await deps.db.readScope(viewer.scope, (tx) => findOwner(tx, body.ownerKey));
  const variant = variantOf(owner?.variant ?? null);
  const report = reportOf(name, viewer.group, variant);
  if (report === null || report.file === null || !report.parts.some((part) => part.widget === widget))
    throw new AppError('NOT_FOUND');
  const answer = await getWidget(deps, viewer, widget, body, options);
  const known = withAttributed(widgetColumns(widget, variant.labels, viewer.group, answer), answer.attributedToLeads);
  const columns = wanted.map((key, index) => {
    const column = known.find((one) => one.key === key);
    if (column !== undefined) return column;
    throw new AppError('ILLEGAL_ARGUMENTS', {
      errors: [{ field: `columns.${index}`, code: 'unknown', message: `There is no column ${key}.` }],
    });
  });
  const sheet: OutgoingSheet = {
    sheetName: report.title.slice(0, 31),
    columns: columns.map(outgoing),
    rows: inOrder(answer.data).map((row) => fileRow(row, columns)),
    ...(Object.keys(answer.totals).length > 0 && { totals: answer.totals }),
    note: [
      `${report.title}: ${report.question}`,
      `${answer.range.from} to ${answer.range.to}, as of ${answer.asOf}`,
      ...answer.notes,
    ],
  };
  return {
    fileName: ownersFileName(owner?.name, `${report.file}.${format}`),
    ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)),
  };
};
