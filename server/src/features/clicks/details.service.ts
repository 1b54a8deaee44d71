import { CLICK_SEARCH_TYPES, type ClickDetail, type ClickSearchType, clickStatusOf } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { findClick } from './details.queries.ts';

const isType = (text: string): text is ClickSearchType => (CLICK_SEARCH_TYPES as readonly string[]).includes(text);

/** A click by one of its ids, or the one behind a lead. The schema decides which fields a group gets. */
export const getClickDetails = async (
  { db }: { db: Database },
  scope: Scope,
  searchType: string,
  keyCode: string,
): Promise<ClickDetail> => {
  if (!isType(searchType)) throw new AppError('SEARCH_TYPE');
  const clickRow = await db.readScope(scope, (tx) => findClick(tx, scope.ownerKeys, searchType, keyCode));
  if (clickRow === undefined) throw new AppError('NOT_FOUND');
  const { clicked, subs, lead, ...click } = clickRow;
  return {
    ...click,
    clickedAt: clicked.toISOString(),
    status: clickStatusOf(click.statusCode),
    subSources: subs.flatMap((value, index) => (value === null ? [] : [{ label: `s${index + 1}`, value }])),
    hasConversion: lead?.leadCaptureKey ?? null,
    leadId: lead?.leadId ?? null,
    lead: lead && { ...lead, createdAt: new Date(lead.createdAt).toISOString() },
  };
};
