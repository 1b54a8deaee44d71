import { type CampaignListQuery, type CampaignListRow } from '@paceline/contract';
import { type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Cursor } from '../../../shared/lists/cursor.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { campaignRows, partnerCampaignRows } from './campaigns.list.ts';
import { findPlace } from './list.queries.ts';

type Viewer = Pick<Caller, 'scope'>;
type Rows = AsyncGenerator<CampaignListRow, void>;

/** Checked before the first row goes out: after that an error could only appear in the middle of the list. */
const placeAfter = async (
  { db }: CampaignDeps,
  { scope }: Viewer,
  ownerKey: number,
  after: number | undefined,
): Promise<Cursor | undefined> => {
  if (after === undefined) return undefined;
  const place = await db.readScope(scope, (tx) => findPlace(tx, ownerKey, after));
  if (place === undefined) throw new AppError('NOT_FOUND');
  return { at: place.sortName, key: String(place.campaignKey) };
};

const firstOf = async function* (rows: Rows, limit: number): Rows {
  let left = limit;
  for await (const row of rows) {
    yield row;
    left -= 1;
    if (left === 0) return;
  }
};

/** An owner's campaigns by name, as lines: the same rows that the list gives page by page. */
export const streamCampaigns = async (
  { db, clock, ...deps }: CampaignDeps,
  viewer: Viewer,
  ownerKey: number,
  { after, limit, ...query }: CampaignListQuery,
  options: WorkOptions,
): Promise<Rows> => {
  const from = await placeAfter({ ...deps, db, clock }, viewer, ownerKey, after);
  const question = {
    scope: viewer.scope,
    params: { owner: ownerKey },
    sort: 'name',
    now: clock.now(),
    isStart: true,
    filters: {
      q: query.text,
      code: query.code,
      status: query.subStatus ?? query.statusGroup,
      channel: query.channel && [query.channel],
      partner: query.aggregatorKey,
      client: query.clientKey,
      lineItem: query.goalKey,
      campus: query.campusKey,
      customChannel: query.channelCustomKey,
    },
  };
  return db.streamWork(
    viewer.scope,
    (tx) => firstOf(campaignRows.all(tx, question, { from }), limit ?? Infinity),
    options,
  );
};

/** One partner's campaigns at all owners of the viewer. */
export const streamOfPartner = async (
  { db, clock }: CampaignDeps,
  { scope }: Viewer,
  aggregatorKey: number,
  options: WorkOptions,
): Promise<Rows> => {
  const question = { scope, params: { aggregatorKey }, sort: 'name', now: clock.now(), isStart: true, filters: {} };
  // An unknown partner is refused before the first row.
  await db.readScope(scope, (tx) => partnerCampaignRows.count(tx, question, 1));
  return db.streamWork(scope, (tx) => partnerCampaignRows.all(tx, question), options);
};
