import {
  BILLABLE_NAMES,
  BILLABLE_OWNER,
  billableFiguresFor,
  billableNamesFor,
  type CallBody,
  type billableExport,
  LIMITS,
  MONTH_STATES,
  metricLabel,
  METRICS,
  REMARKS,
} from '@paceline/contract';
import { findOwnerName } from '../../../db/scope/owner-name.ts';
import { type WorkOptions } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { type OutgoingColumn, type OutgoingRow } from '../../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { aboutFile, widgetFilters } from '../../../shared/about-file.queries.ts';
import { monthWords } from '../../../shared/billing/month-words.rules.ts';
import { type BillingDeps, type BillingViewer, getBillable } from './report.service.ts';

/** The report as a file: the columns of its groups, all figures the viewer may see, and the adjustments on a second sheet. */
export const writeBillable = async (
  deps: BillingDeps,
  viewer: BillingViewer,
  { format, ...question }: CallBody<typeof billableExport>,
  options: WorkOptions,
): Promise<Download> => {
  const answer = await getBillable(deps, viewer, question, options, LIMITS.sheetRows);
  const { group } = viewer.session;
  const { scope } = viewer;
  const isOfAll = question.ownerKey === undefined;
  const owners = new Map<number, string | undefined>();
  const columns: OutgoingColumn[] = [
    ...(isOfAll ? [{ ...BILLABLE_OWNER, kind: 'text' as const }] : []),
    ...billableNamesFor(question.groupBy, group).map((key) => ({
      key,
      label: BILLABLE_NAMES[key].label,
      kind: 'text' as const,
    })),
    ...billableFiguresFor(viewer.session, answer.month?.isFrozen ?? false).map((key) => ({
      key,
      label: metricLabel(key, 'default', group),
      kind: METRICS[key].kind,
      ...(METRICS[key].decimals !== undefined && { decimals: METRICS[key].decimals }),
    })),
    // Remarks about a line are between the agency and its media partner.
    ...(group === 'cl' ? [] : [{ key: 'state', label: 'Status', kind: 'text' as const }]),
  ];
  const { from, to } = answer.days;
  const about = await deps.db.readScope(scope, async (tx) => {
    if (isOfAll) for (const ownerKey of scope.ownerKeys) owners.set(ownerKey, await findOwnerName(tx, ownerKey));
    const { clientKeys, mediaPartnerKeys: partnerKeys, campaignKeys } = question;
    const filters = await widgetFilters(tx, { clientKeys, partnerKeys, campaignKeys });
    return aboutFile(tx, { scope, ownerKey: question.ownerKey ?? null, filters, now: deps.clock.now() });
  });
  const rows = answer.rows.map(
    ({ ownerKey, figures, state, pricedLeads: _own, mediaPricedLeads: _media, ...names }): OutgoingRow => ({
      ...names,
      ...(isOfAll && { ownerName: owners.get(ownerKey) ?? '' }),
      ...figures,
      state: state === null ? '' : REMARKS[state],
    }),
  );
  const sheet = {
    sheetName: 'billable',
    columns,
    rows,
    totals: { ...answer.total },
    note: [
      ...about,
      `Days: ${from} to ${to}`,
      ...(answer.month === null ? [] : [`${monthWords(answer.month.month)}: ${MONTH_STATES[answer.month.status]}`]),
      ...answer.adjustments.map(
        ({ day, forMonth, campaignName, leadId, reason, amount }) =>
          `${day}: adjusts ${monthWords(forMonth)}, ${campaignName}${leadId === null ? '' : `, ${leadId}`}, ${amount.toFixed(2)}: ${reason}`,
      ),
    ],
  };
  return {
    fileName: `billable-${question.month === undefined ? `${from}-${to}` : from.slice(0, 7)}.${format}`,
    ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)),
  };
};
