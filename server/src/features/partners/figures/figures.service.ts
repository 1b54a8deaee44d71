import {
  CAMPAIGN_STATUSES,
  effectivePlan,
  type MetricViewer,
  type PartnerOverview,
  REPORT_LIMITS,
  type ReportQuery,
  ROW_KEY,
  sumOf,
} from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { campaignStatus } from '../../../shared/campaign-status/campaign-status.rules.ts';
import {
  getStatusContext,
  listStatusInputs,
  type StatusContext,
} from '../../../shared/campaign-status/status.queries.ts';
import { type PartnerDeps } from '../caller.ts';
import { listPartners } from '../partners.queries.ts';
import { listCounts, listOpenCampaigns, listPlans, type PartnerCampaign } from './figures.queries.ts';

/** The campaigns that are live now, by their status. */
export const listLiveCampaigns = async (
  tx: Tx,
  context: StatusContext,
  clientKeys: readonly number[] = [],
): Promise<PartnerCampaign[]> => {
  const open = await listOpenCampaigns(tx, context.ownerKey, context.clock.today, clientKeys);
  const inputs = await listStatusInputs(
    tx,
    context,
    open.map(({ campaignKey }) => campaignKey),
  );
  return open.filter(({ campaignKey }) => {
    const input = inputs.get(campaignKey);
    return input !== undefined && CAMPAIGN_STATUSES[campaignStatus(input, context.clock).subStatus].group === 'active';
  });
};

const MEASURES = ['validLeads', 'validRate', 'returnRate'] as const;
type Leads = Record<(typeof MEASURES)[number], number | null>;

interface FigureQuestion {
  scope: Scope;
  viewer: MetricViewer;
  ownerKey: number;
  now: Date;
  /** This many days, up to yesterday. */
  days: number;
  /** Only for these clients; undefined: all of them. */
  clientKeys?: readonly number[];
}

/** The report figures of each partner in these days. */
const loadLeads = async (
  tx: Tx,
  { viewer, ownerKey, now, clientKeys = [] }: FigureQuestion,
  range: [string, string],
): Promise<Map<number, Leads>> => {
  const query: ReportQuery = {
    dimensions: ['mediaPartner'],
    measures: [...MEASURES],
    filters:
      clientKeys.length === 0
        ? []
        : [{ member: 'client', operator: 'equals', values: clientKeys.map(String), byKey: true }],
    timeDimensions: { dimension: 'date', granularity: null, dateRange: range },
    getTotal: false,
    order: [],
    limit: REPORT_LIMITS.rows,
  };
  const question = { ...viewer, channel: 'all', vertical: 'all', forWidgets: true } as const;
  const { rows } = await runReport(tx, [ownerKey], query, question, now);
  return new Map(
    rows.flatMap((row) => {
      const [key] = JSON.parse(String(row[ROW_KEY] ?? '[]')) as (string | number | null)[];
      // Leads from platforms have no partner.
      if (key === undefined || key === null) return [];
      const number = (name: (typeof MEASURES)[number]): number | null => (row[name] as number | null) ?? null;
      return [
        [
          Number(key),
          { validLeads: number('validLeads'), validRate: number('validRate'), returnRate: number('returnRate') },
        ],
      ];
    }),
  );
};

export interface PartnerFigures extends Leads {
  liveCampaigns: number;
  nextMonthAllocation: number | null;
}

interface Figures {
  of: (partnerKey: number) => PartnerFigures;
  range: [from: string, to: string];
  nextMonth: string;
}

const NO_LEADS: Leads = { validLeads: 0, validRate: null, returnRate: null };

/** Each partner's figures for an owner: by the registry's metrics, the campaigns' statuses and the present plans. */
export const loadFigures = async (tx: Tx, question: FigureQuestion): Promise<Figures> => {
  const { scope, ownerKey, now, days, clientKeys = [] } = question;
  const context = await getStatusContext(tx, scope, ownerKey, now);
  const today = Temporal.PlainDate.from(context.clock.today);
  const range: [string, string] = [today.subtract({ days }).toString(), today.subtract({ days: 1 }).toString()];
  const next = today.toPlainYearMonth().add({ months: 1 });
  const month = { from: next.toPlainDate({ day: 1 }).toString(), to: next.toPlainDate({ day: 31 }).toString() };
  const live = Map.groupBy(await listLiveCampaigns(tx, context, clientKeys), ({ partnerKey }) => partnerKey);
  const plans = Map.groupBy(await listPlans(tx, ownerKey, month, clientKeys), ({ partnerKey }) => partnerKey);
  const leads = await loadLeads(tx, question, range);
  return {
    range,
    nextMonth: month.from,
    of: (partnerKey) => ({
      ...(leads.get(partnerKey) ?? NO_LEADS),
      liveCampaigns: live.get(partnerKey)?.length ?? 0,
      nextMonthAllocation: sumOf((plans.get(partnerKey) ?? []).map((plan) => effectivePlan(plan).monthly)),
    }),
  };
};

interface Overview {
  rows: PartnerOverview[];
  from: string;
  to: string;
  nextMonth: string;
}

export const readOverview = (
  { db, clock }: PartnerDeps,
  { scope, viewer, ownerKey, days }: Omit<FigureQuestion, 'now' | 'clientKeys'>,
  options: WorkOptions,
): Promise<Overview> =>
  db.readScope(
    scope,
    async (tx) => {
      const partners = await listPartners(tx);
      const counts = new Map((await listCounts(tx, ownerKey)).map(({ partnerKey, ...rest }) => [partnerKey, rest]));
      const { of, range, nextMonth } = await loadFigures(tx, { scope, viewer, ownerKey, days, now: clock.now() });
      const none = { activeClients: 0, otherClients: 0, contacts: 0 };
      const rows = partners.map((partner) => ({
        ...partner,
        ...(counts.get(partner.mediaPartnerKey) ?? none),
        ...of(partner.mediaPartnerKey),
      }));
      return { rows, from: range[0], to: range[1], nextMonth };
    },
    options,
  );
