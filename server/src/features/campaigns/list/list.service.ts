import {
  CAMPAIGN_STATUSES,
  type CampaignListQuery,
  type CampaignListRow,
  effectivePlan,
  type StatusGroup,
} from '@paceline/contract';
import { type Tx, type WorkOptions } from '../../../db/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import {
  campaignStatus,
  type CampaignStatus,
  type StatusInput,
} from '../../../shared/campaign-status/campaign-status.rules.ts';
import {
  getStatusContext,
  listStatusInputs,
  type StatusContext,
} from '../../../shared/campaign-status/status.queries.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { type Moment } from './candidates.ts';
import {
  findPlace,
  isPartner,
  type ListFilter,
  type ListedCampaign,
  listOwnersOfPartner,
  listPlaces,
  listRows,
  type Place,
} from './list.queries.ts';

const FIRST_BATCH = 100;
const BATCH = 1_000;
const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

type Asked = Omit<CampaignListQuery, 'after' | 'limit'>;
type Asker = Pick<Caller, 'scope'>;

const groupOf = ({ statusGroup, subStatus }: Asked): StatusGroup | null =>
  subStatus === undefined ? (statusGroup ?? null) : CAMPAIGN_STATUSES[subStatus].group;

const reachedGoals = ({ hardCaps }: StatusContext): number[] =>
  [...hardCaps]
    .filter(([, { spent, spendGoal }]) => spendGoal !== null && spent >= spendGoal)
    .map(([goalKey]) => goalKey);

const momentOf = (context: StatusContext, isAgency: boolean): Moment => {
  const { ownerKey, clock, ioRequired } = context;
  return {
    ownerKey,
    today: clock.today,
    month: clock.month,
    weekDays: clock.week.days,
    cappedGoals: reachedGoals(context),
    ioRequired,
    first: true,
    // What is deleted is in the list of those who can bring it back, as long as they can.
    deletedSince: isAgency ? new Date(clock.now.getTime() - RESTORABLE_MS) : null,
  };
};

const filterOf = (asked: Asked, context: StatusContext, { scope }: Asker): ListFilter => ({
  ownerKey: context.ownerKey,
  partnerKeys: asked.aggregatorKey ?? null,
  channel: asked.channel ?? null,
  clientKeys: asked.clientKey ?? null,
  goalKeys: asked.goalKey ?? null,
  campusKeys: asked.campusKey ?? null,
  customChannelKeys: asked.channelCustomKey ?? null,
  code: asked.code === undefined || asked.code === '' ? null : asked.code,
  words: (asked.text ?? '').split(/\s+/).filter((word) => word !== ''),
  group: groupOf(asked),
  moment: momentOf(context, scope.group === 'ag'),
});

const isAsked = ({ statusGroup, subStatus }: Asked, status: CampaignStatus): boolean => {
  if (subStatus !== undefined) return status.subStatus === subStatus;
  return statusGroup === undefined || CAMPAIGN_STATUSES[status.subStatus].group === statusGroup;
};

const toRow = (listed: ListedCampaign, { plan, counts }: StatusInput, status: CampaignStatus): CampaignListRow => {
  const caps = plan === null ? null : effectivePlan(plan);
  return {
    ...listed,
    subStatus: status.subStatus,
    statusReasons: status.statusReasons,
    nextChangeAt: status.nextChangeAt?.toISOString() ?? null,
    today: { count: counts.day, cap: caps?.daily ?? null },
    month: { count: counts.month, cap: caps?.monthly ?? null },
  };
};

/** The rows of these places that have the status that is asked for, in their order. */
const readRows = async (
  tx: Tx,
  context: StatusContext,
  asked: Asked,
  places: readonly Place[],
): Promise<CampaignListRow[]> => {
  const inputs = await listStatusInputs(
    tx,
    context,
    places.map(({ campaignKey }) => campaignKey),
  );
  const wanted = places.flatMap(({ campaignKey }) => {
    const input = inputs.get(campaignKey);
    if (input === undefined) return [];
    const status = campaignStatus(input, context.clock);
    return isAsked(asked, status) ? [{ campaignKey, input, status }] : [];
  });
  if (wanted.length === 0) return [];
  const listed = await listRows(
    tx,
    context.ownerKey,
    wanted.map(({ campaignKey }) => campaignKey),
    context.clock.now,
  );
  return wanted.flatMap(({ campaignKey, input, status }) => {
    const row = listed.get(campaignKey);
    return row === undefined ? [] : [toRow(row, input, status)];
  });
};

/** Batch by batch behind the last one's end: what a page costs does not depend on how far down the list it is. */
const rowsOf = async function* (
  tx: Tx,
  context: StatusContext,
  asked: Asked,
  filter: ListFilter,
  page: { after: Place | null; limit: number | null },
): AsyncGenerator<CampaignListRow, void> {
  const { limit } = page;
  const isExact = filter.group === null || (filter.group === 'finished' && asked.subStatus === undefined);
  let { after } = page;
  let first = true;
  let left = limit ?? Infinity;
  let batch = isExact ? Math.min(left, FIRST_BATCH) : FIRST_BATCH;
  while (left > 0) {
    const places = await listPlaces(tx, { ...filter, moment: { ...filter.moment, first } }, after, batch);
    first = false;
    const rows = (await readRows(tx, context, asked, places)).slice(0, left);
    yield* rows;
    left -= rows.length;
    if (places.length < batch) return;
    after = places.at(-1) ?? null;
    // Where the status decides, more have to be looked at than are shown: how many more, one learns on the way.
    batch = Math.min(isExact ? left : batch * 2, BATCH);
  }
};

/** Asked before the first row goes out: afterwards an error can only be told in the middle of a list. */
const placeAfter = async (
  { db }: CampaignDeps,
  { scope }: Asker,
  ownerKey: number,
  after: number | undefined,
): Promise<Place | null> => {
  if (after === undefined) return null;
  const place = await db.withScope(scope, (tx) => findPlace(tx, ownerKey, after));
  if (place === undefined) throw new AppError('NOT_FOUND');
  return place;
};

export const streamCampaigns = async (
  deps: CampaignDeps,
  asker: Asker,
  ownerKey: number,
  { after, limit, ...asked }: CampaignListQuery,
  options: WorkOptions,
): Promise<AsyncGenerator<CampaignListRow, void>> => {
  const page = { after: await placeAfter(deps, asker, ownerKey, after), limit: limit ?? null };
  return deps.db.streamWork(
    asker.scope,
    async function* (tx) {
      const context = await getStatusContext(tx, asker.scope, ownerKey, deps.clock.now());
      yield* rowsOf(tx, context, asked, filterOf(asked, context, asker), page);
    },
    options,
  );
};

/** One partner's campaigns, owner after owner. Another partner is as unknown to a partner as one that does not exist. */
export const streamOfPartner = async (
  { db, clock }: CampaignDeps,
  asker: Asker,
  partnerKey: number,
  options: WorkOptions,
): Promise<AsyncGenerator<CampaignListRow, void>> => {
  const known = await db.withScope(asker.scope, (tx) => isPartner(tx, partnerKey));
  if (!known) throw new AppError('NOT_FOUND');
  const asked = { aggregatorKey: [partnerKey] };
  return db.streamWork(
    asker.scope,
    async function* (tx) {
      for (const ownerKey of await listOwnersOfPartner(tx, partnerKey)) {
        const context = await getStatusContext(tx, asker.scope, ownerKey, clock.now());
        yield* rowsOf(tx, context, asked, filterOf(asked, context, asker), { after: null, limit: null });
      }
    },
    options,
  );
};

/** Chosen campaigns, in the order in which they were chosen. One that the owner does not have refuses all. */
export const readChosen = (
  { db, clock }: CampaignDeps,
  { scope }: Asker,
  ownerKey: number,
  campaignKeys: readonly number[],
): Promise<CampaignListRow[]> =>
  db.withScope(scope, async (tx) => {
    const context = await getStatusContext(tx, scope, ownerKey, clock.now());
    const places = [...new Set(campaignKeys)].map((campaignKey) => ({ campaignKey, sortName: '' }));
    const rows = await readRows(tx, context, {}, places);
    if (rows.length !== places.length) throw new AppError('NOT_FOUND');
    return rows;
  });
