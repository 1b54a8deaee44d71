import { accuracyWords, type Kpi, KPI_CODES, KPIS } from '@paceline/contract';
import { type Download } from '../../http/answers/download.ts';
import { type OutgoingColumn, type OutgoingRow, type OutgoingSheet } from '../../lib/sheet/outgoing.ts';
import { writeWorkbook } from '../../lib/sheet/write-sheet.ts';
import { isCost } from '../../metrics/forecast/line.rules.ts';
import { loadToday } from '../../metrics/periods/period-facts.ts';
import { figuresOf, monthAfter, monthsBetween, monthsFrom, pointsOf } from './figures.rules.ts';
import { listForecasts } from './forecast.queries.ts';
import { type Caller, type ForecastDeps } from './forecast.service.ts';
import { loadKnown } from './known.ts';
import { methodOf, spansOf } from './methods/methods.rules.ts';

const PARTS = [
  ['actual', 'Actual'],
  ['forecast', 'Forecast'],
  ['low80', 'Low'],
  ['high80', 'High'],
  ['target', 'Target'],
  ['override', 'Override'],
] as const;

const monthName = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' });

const columnsOf = (months: readonly string[], kpi: Kpi): OutgoingColumn[] => [
  { key: 'lineItem', label: 'Line Item', kind: 'text', width: 34 },
  { key: 'client', label: 'Client', kind: 'text' },
  ...months.flatMap((month) =>
    PARTS.map(([part, label]): OutgoingColumn => ({
      key: `${month} ${part}`,
      label: `${monthName.format(new Date(`${month}T00:00:00Z`))} ${label}`,
      kind: kpi === 'spend' || isCost(kpi) ? 'dollar' : 'number',
      decimals: kpi === 'spend' || isCost(kpi) ? 2 : 1,
    })),
  ),
  { key: 'method', label: 'Method', kind: 'text', width: 60 },
];

/** One sheet for each figure, the one last viewed first; a row for each line item. */
export const exportForecasts = (
  { db, clock }: ForecastDeps,
  { scope }: Pick<Caller, 'scope'>,
  { ownerKey, kpi: first }: { ownerKey: number; kpi: Kpi },
): Promise<Download> =>
  db.readScope(scope, async (tx) => {
    const { today } = await loadToday(tx, ownerKey, clock.now());
    const currentMonth = today.with({ day: 1 }).toString();
    const forecasts = await listForecasts(tx, ownerKey);
    const from = forecasts.reduce((least, one) => (one.startMonth < least ? one.startMonth : least), currentMonth);
    const to = forecasts
      .map(({ startMonth, months }) => monthAfter(startMonth, months - 1))
      .reduce((a, b) => (a > b ? a : b), currentMonth);
    const months = monthsFrom(from, monthsBetween(from, to) + 1);
    const lineFigures = await loadKnown(tx, ownerKey, forecasts, { from, currentMonth });
    const figures = forecasts.map(figuresOf);
    const sheetOf = (kpi: Kpi): OutgoingSheet => ({
      sheetName: KPIS[kpi],
      columns: columnsOf(months, kpi),
      rows: forecasts.flatMap((forecast, index): OutgoingRow[] => {
        if (!forecast.kpis.includes(kpi)) return [];
        const cells = pointsOf(forecast, figures[index]!, kpi, lineFigures[index]!).flatMap((point) =>
          PARTS.map(([part]) => [`${point.month} ${part}`, point[part]] as const),
        );
        const method = accuracyWords({
          ...methodOf(forecast, kpi),
          methods: spansOf(forecast, kpi),
          completeMonths: forecast.basis.completeMonths,
          accuracy: forecast.basis.accuracy[kpi],
        });
        return [{ lineItem: forecast.lineItemName, client: forecast.clientName, ...Object.fromEntries(cells), method }];
      }),
    });
    const order = [first, ...KPI_CODES.filter((kpi) => kpi !== first)];
    return { fileName: 'Forecast-data.xlsx', ...writeWorkbook(order.map(sheetOf)) };
  });
