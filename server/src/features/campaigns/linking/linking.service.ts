import { loadUnattributedOfMonth } from '../../../metrics/report/unattributed.ts';
import { type PlatformCampaign, type PlatformChannel, type UnlinkedCampaign } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { auditMany } from '../../../shared/audit.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { updateDue } from '../../../shared/campaign-status/moves/moves.queries.ts';
import {
  isAccount,
  listCandidates,
  listLinksLocked,
  listOfAccount,
  listUnlinked,
  type PlatformCampaignRow,
  updateLinks,
} from './linking.queries.ts';
import { suggester } from './linking.rules.ts';

type Reader = Pick<Caller, 'scope'>;

const answerOf = (row: PlatformCampaignRow): PlatformCampaign => ({
  ...row,
  lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
});

export const readUnlinked = (
  { db, clock }: CampaignDeps,
  { scope }: Reader,
  ownerKey: number,
  channel: PlatformChannel,
  { text = '', semClientAccountKey }: { text?: string | undefined; semClientAccountKey?: number | undefined },
): Promise<UnlinkedCampaign[]> =>
  db.readScope(scope, async (tx) => {
    const rows = await listUnlinked(tx, { ownerKey, channel, accountKey: semClientAccountKey ?? null, text });
    const keys = rows.map(({ platformCampaignKey }) => platformCampaignKey);
    const spends = await loadUnattributedOfMonth(tx, ownerKey, keys, clock.now());
    const { campaigns, goals } = await listCandidates(tx, ownerKey, channel);
    const suggesters = new Map<string, ReturnType<typeof suggester>>();
    const remembered = (place: string, make: () => ReturnType<typeof suggester>) => {
      const forPlace = suggesters.get(place) ?? make();
      suggesters.set(place, forPlace);
      return forPlace;
    };
    return rows.map((row) => {
      const { name, semClientAccountKey: accountKey, clientKey, platformCampaignKey } = row;
      // A campaign buys on one account, and a line item belongs to one client: others are no candidates.
      const campaign = remembered(`account ${accountKey}`, () =>
        suggester(campaigns.filter((one) => one.accountKey === accountKey)),
      );
      const goal = remembered(`client ${clientKey}`, () =>
        suggester(goals.filter((one) => one.clientKey === clientKey)),
      );
      return {
        ...answerOf(row),
        spendOfMonth: spends.get(platformCampaignKey) ?? 0,
        suggestedCampaign: campaign(name),
        suggestedGoal: goal(name),
      };
    });
  });

export const readOfAccount = (
  { db }: CampaignDeps,
  { scope }: Reader,
  ownerKey: number,
  accountKey: number,
): Promise<PlatformCampaign[]> =>
  db.readScope(scope, async (tx) => {
    if (!(await isAccount(tx, ownerKey, accountKey))) throw new AppError('NOT_FOUND');
    return (await listOfAccount(tx, ownerKey, accountKey)).map(answerOf);
  });

export const unlink = (
  { db, clock }: CampaignDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  channel: PlatformChannel,
  keys: readonly number[],
): Promise<{ unlinked: number }> =>
  db.withScope(scope, async (tx) => {
    const locked = await listLinksLocked(tx, ownerKey, keys);
    const isComplete = locked.filter((link) => link.channel === channel).length === new Set(keys).size;
    if (!isComplete) throw new AppError('NOT_FOUND');
    const linked = locked.flatMap(({ platformCampaignKey, campaignKey, name }) =>
      campaignKey === null ? [] : [{ platformCampaignKey, campaignKey, name }],
    );
    await updateLinks(
      tx,
      ownerKey,
      linked.map(({ platformCampaignKey }) => ({ platformCampaignKey, campaignKey: null })),
    );
    await updateDue(
      tx,
      ownerKey,
      linked.map(({ campaignKey }) => campaignKey),
      clock.now(),
    );
    await auditMany(
      tx,
      scope,
      origin,
      clock.now(),
      linked.map(({ platformCampaignKey, campaignKey, name }) => ({
        action: 'unlinkPlatformCampaign',
        ownerKey,
        entity: 'campaign',
        entityKey: campaignKey,
        before: { platformCampaignKey, name },
      })),
    );
    return { unlinked: linked.length };
  });
