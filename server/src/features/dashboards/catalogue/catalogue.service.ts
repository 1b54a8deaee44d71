import {
  attributeLabel,
  type AttributeReportFilters,
  LEAD_ATTRIBUTE_NAMES,
  type LeadAttribute,
  type UserGroup,
  type WidgetAnswer,
} from '@paceline/contract';
import { type Database, type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Viewer } from '../../../shared/answers/answers.ts';
import { type DashboardDeps, getWidget } from '../dashboards.service.ts';
import { listReportChoices } from './catalogue.queries.ts';

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

interface AttributeQuestion {
  ownerKey: number;
  attribute: LeadAttribute;
  clientKeys: readonly number[];
  start: string;
  end: string;
  campaignKeys?: number[] | undefined;
  clientModelKeys?: number[] | undefined;
  mediaPartnerKeys?: number[] | undefined;
}

/** The attribute report of the catalogue, by its path. Named campaigns take precedence over models and partners. */
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
