import type { ReportQuestion, RouteName } from '@paceline/contract';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { writtenQuestion } from '../../../shared/analysis-path.ts';

type Params = Readonly<Record<string, string | number>>;

/** Partners have their own addresses, which name the owner; those of everybody else get it with the link. */
const href = (
  route: RouteName,
  partners: RouteName,
  ownerKey: number,
  params: Params = {},
  query: Params = {},
): string => {
  const isPartner = groupOfSession() === 'mp';
  const said = new URLSearchParams({ ...(isPartner && { owner: String(ownerKey) }), ...asTexts(query) }).toString();
  return hrefOf(`${pathTo(isPartner ? partners : route, params)}${said && `?${said}`}`);
};
const asTexts = (query: Params): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

export const viewHrefs = {
  savedViews: (ownerKey: number): string => href('savedViews', 'mpSavedViews', ownerKey),
  analysis: (ownerKey: number): string => href('mediaAnalysis', 'mpMediaAnalysis', ownerKey),
  /** With its question, so that the page asks as soon as it is there. */
  view: (ownerKey: number, { viewKey, question }: { viewKey: number; question: ReportQuestion }): string =>
    href('mediaAnalysis', 'mpMediaAnalysis', ownerKey, {}, { view: viewKey, question: writtenQuestion(question) }),
  dashboard: (ownerKey: number, dashboardKey: number): string =>
    href('savedDashboard', 'mpSavedDashboard', ownerKey, { dashboardKey }),
};
