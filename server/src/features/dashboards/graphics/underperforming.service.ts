import {
  judgeCosts,
  judgedMeasure,
  matureNote,
  MAX_ROWS,
  ROW_KEY,
  UNDERPERFORMING_CPL_DAYS,
  underperformingRule,
  type UnderperformingMeasure,
  type UnderperformingRow,
} from '@paceline/contract';
import { partColumn, runReport } from '../../../metrics/report/report.ts';
import { loadMature, matureNumbers } from '../../../metrics/periods/window-facts.ts';
import { getOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { type WidgetContext } from '../widgets/report-widget.service.ts';
import { type LiveCampaign, listLiveWithGoals } from './graphics.queries.ts';

interface Cost {
  value: number | null;
  inquiries: number;
}
interface MatureCost extends Cost {
  note: string | null;
  few: boolean;
}
const NONE: Cost = { value: null, inquiries: 0 };

const loadMatureCosts = async (
  { tx, ownerKey, now, viewer }: WidgetContext,
  campaignKeys: readonly number[],
): Promise<ReadonlyMap<number, MatureCost>> => {
  if (campaignKeys.length === 0) return new Map();
  const only = { campaignKeys };
  const groups = await loadMature(tx, { ownerKey, now, group: viewer.group, by: 'campaign', only });
  return new Map(
    groups.entries().map(([key, group]) => {
      const { matureCpe } = matureNumbers(group);
      const { value, inquiries, shrunk } = matureCpe;
      return [Number(key), { value, inquiries, note: matureNote(matureCpe), few: shrunk }];
    }),
  );
};

/** Spend and inquiries through the last day that both have. */
const loadInquiryCosts = async (
  { tx, ownerKey, now, viewer, throughs }: WidgetContext,
  campaignKeys: readonly number[],
): Promise<ReadonlyMap<number, Cost>> => {
  if (campaignKeys.length === 0) return new Map();
  const first = throughs.usual.subtract({ days: UNDERPERFORMING_CPL_DAYS - 1 });
  const { rows } = await runReport(
    tx,
    [ownerKey],
    {
      dimensions: ['campaign'],
      measures: ['spend', 'validLeads', 'cpl'],
      filters: [{ member: 'campaign', operator: 'equals', values: campaignKeys.map(String), byKey: true }],
      timeDimensions: {
        dimension: 'date',
        granularity: null,
        dateRange: [first.toString(), throughs.usual.toString()],
      },
      getTotal: false,
      order: [],
      limit: campaignKeys.length,
    },
    { ...viewer, channel: 'all', vertical: 'all', forWidgets: true, withParts: true },
    now,
  );
  const keyOf = (rowKey: unknown): number => Number((JSON.parse(String(rowKey)) as unknown[])[0]);
  return new Map(
    rows.map((row) => [
      keyOf(row[ROW_KEY]),
      { value: row['cpl'] as number | null, inquiries: Number(row[partColumn('validLeads')] ?? 0) },
    ]),
  );
};

const measureOf = ({ cpeGoal, cplGoal }: LiveCampaign): UnderperformingMeasure | null =>
  judgedMeasure({ matureCpe: { goal: cpeGoal }, cpl: { goal: cplGoal } });

/** The live campaigns above their cost goal, those furthest above first. */
export const runUnderperforming = async (context: WidgetContext): Promise<UnderperformingRow[]> => {
  const { tx, ownerKey, today, throughs, campaignKeys } = context;
  const only = campaignKeys === null ? null : { campaignKeys };
  const rule = underperformingRule((await getOwnerVariant(tx, ownerKey)).variant);
  const campaigns = await listLiveWithGoals(tx, { ownerKey, only }, { today, through: throughs.usual });
  const old = campaigns.filter(({ liveDays }) => liveDays >= rule.leastDays);
  const keysBy = (measure: UnderperformingMeasure): number[] =>
    old.flatMap((campaign) => (measureOf(campaign) === measure ? [campaign.campaignKey] : []));
  const mature = await loadMatureCosts(context, keysBy('matureCpe'));
  const perInquiry = await loadInquiryCosts(context, keysBy('cpl'));
  const rows = old.flatMap((campaign): UnderperformingRow[] => {
    const { campaignKey, cpeGoal, cplGoal, liveDays } = campaign;
    const cpe = mature.get(campaignKey);
    const judged = judgeCosts(
      {
        liveDays,
        matureCpe: { ...(cpe ?? NONE), goal: cpeGoal },
        cpl: { ...(perInquiry.get(campaignKey) ?? NONE), goal: cplGoal },
      },
      rule,
    );
    if (judged === null) return [];
    const percentOfTarget = (judged.value * 100) / judged.target;
    const notes = { matureCpeNote: cpe?.note ?? null, matureCpeFew: cpe?.few ? 'few' : null };
    return [{ [ROW_KEY]: JSON.stringify([campaignKey, null]), ...campaign, ...judged, percentOfTarget, ...notes }];
  });
  return rows
    .toSorted((a, b) => b.percentOfTarget - a.percentOfTarget || a.campaignKey - b.campaignKey)
    .slice(0, MAX_ROWS);
};
