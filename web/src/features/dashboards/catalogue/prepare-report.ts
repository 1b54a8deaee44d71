import {
  type CatalogueReport,
  FIRST_ATTRIBUTES,
  LEAD_ATTRIBUTE_NAMES,
  type LeadAttribute,
  type ReportName,
  type UserGroup,
  type WidgetBody,
  WIDGETS,
} from '@paceline/contract';
import { pathTo } from '../../../lib/address/paths.ts';
import type { FilterName } from '../../../shared/filter-bar/filter-search.ts';
import { DASHBOARD_FILTERS, type DashboardSearch } from '../dashboard-search.ts';
import type { Slot } from '../dashboards.ts';

/** A partner's records belong to many owners: only filters common to all are offered. */
export const filtersFor = (group: UserGroup): readonly FilterName[] =>
  group === 'mp' ? ['channel'] : DASHBOARD_FILTERS;

export const reportPath = (group: UserGroup, reportName: ReportName): string =>
  pathTo(group === 'mp' ? 'mpReportByName' : 'reportByName', { reportName });

/** How many attributes the report's reader chooses. */
export const attributesOf = ({ parts }: CatalogueReport): 0 | 1 | 2 => {
  if (parts.some(({ widget }) => widget === 'attributePivot')) return 2;
  return parts.some(({ widget }) => widget === 'attributeTable') ? 1 : 0;
};
export const hasOutcome = ({ parts }: CatalogueReport): boolean =>
  parts.some(({ widget }) => widget === 'cohortReport');

const isAttribute = (name: string): name is LeadAttribute => (LEAD_ATTRIBUTE_NAMES as readonly string[]).includes(name);

/** The attributes in the address without duplicates; missing or invalid ones are filled from the remaining choices. */
export const chosenAttributes = ({ attributes }: DashboardSearch, count: 1 | 2): LeadAttribute[] => {
  const said = (attributes ?? '').split(',').filter(isAttribute);
  const all = [...new Set([...said, ...FIRST_ATTRIBUTES])];
  return all.slice(0, count);
};

/** What the address adds to each part's question: the reader's choices, and the campaign. */
export const choicesOf = (
  report: CatalogueReport,
  search: DashboardSearch,
  campaign: string | undefined,
): Partial<WidgetBody> => {
  const count = attributesOf(report);
  const isKey = report.ofCampaign === true && campaign !== undefined && /^[1-9]\d{0,9}$/.test(campaign);
  return {
    ...(count > 0 && { attributes: chosenAttributes(search, count as 1 | 2) }),
    ...(hasOutcome(report) && search.outcome !== undefined && { kpi: search.outcome }),
    ...(campaign !== undefined && (isKey ? { campaignKeys: [Number(campaign)] } : { campaignCodes: [campaign] })),
  };
};

export const slotsOf = (name: ReportName, { parts }: CatalogueReport): Slot[] =>
  parts.map(({ widget, view }) => ({
    slot: `${name} ${widget}`.replaceAll(/[^a-zA-Z]/g, ''),
    widget,
    view,
    title: WIDGETS[widget].title,
    wide: true,
  }));
