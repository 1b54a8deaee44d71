import { type ReportQuestion, type RouteName, writtenQuestion } from '@paceline/contract';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';

type Params = Readonly<Record<string, string | number>>;

/** A partner's paths name the owner; for everybody else the link adds it. */
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
  /** Includes the question, so that the page runs it at once. */
  view: (ownerKey: number, { viewKey, question }: { viewKey: number; question: ReportQuestion }): string =>
    href('mediaAnalysis', 'mpMediaAnalysis', ownerKey, {}, { view: viewKey, question: writtenQuestion(question) }),
  /** A question in Media Analysis, of the saved view with this key if there is one. */
  question: (ownerKey: number, question: ReportQuestion, viewKey?: number): string =>
    href(
      'mediaAnalysis',
      'mpMediaAnalysis',
      ownerKey,
      {},
      { ...(viewKey !== undefined && { view: viewKey }), question: writtenQuestion(question) },
    ),
  dashboard: (ownerKey: number, dashboardKey: number): string =>
    href('savedDashboard', 'mpSavedDashboard', ownerKey, { dashboardKey }),
};
