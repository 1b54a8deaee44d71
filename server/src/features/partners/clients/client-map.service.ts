import {
  type CallBody,
  CAMPAIGN_STATUSES,
  campaignActions,
  type FieldError,
  PARTNER_CLIENT_STATUSES,
  type PartnerClient,
  type partnerClientMapSave,
  type PausedCampaign,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { auditMany } from '../../../shared/audit.ts';
import { campaignStatus } from '../../../shared/campaign-status/campaign-status.rules.ts';
import { moveCampaigns, statusesOf } from '../../../shared/campaign-status/moves/move-campaigns.ts';
import { updateDue } from '../../../shared/campaign-status/moves/moves.queries.ts';
import {
  getStatusContext,
  listStatusInputs,
  type StatusContext,
} from '../../../shared/campaign-status/status.queries.ts';
import { assertHolds, withDenialsOnRecord } from '../../../shared/denials.ts';
import { changeOrPreview } from '../../../shared/preview.ts';
import { type Caller, type PartnerDeps } from '../caller.ts';
import { listLiveCampaigns } from '../figures/figures.service.ts';
import { assertPartner } from '../partners.service.ts';
import {
  listCampaignsFor,
  listPartnerClients,
  lockMap,
  type StoredPartnerClient,
  upsertPartnerClients,
} from './client-map.queries.ts';

type Form = CallBody<typeof partnerClientMapSave>;
interface Answer {
  clients: PartnerClient[];
  campaigns: PausedCampaign[];
}

const withLive = async (tx: Tx, context: StatusContext, partnerKey: number): Promise<PartnerClient[]> => {
  const live = (await listLiveCampaigns(tx, context)).filter((campaign) => campaign.partnerKey === partnerKey);
  const rows = await listPartnerClients(tx, context.ownerKey, partnerKey);
  return rows.map((row) => ({
    ...row,
    liveCampaigns: live.filter(({ clientKey }) => clientKey === row.clientKey).length,
  }));
};

export const readClientMap = (
  { db, clock }: PartnerDeps,
  scope: Scope,
  ownerKey: number,
  partnerKey: number,
): Promise<PartnerClient[]> =>
  db.readScope(scope, async (tx) => {
    await assertPartner(tx, partnerKey);
    return withLive(tx, await getStatusContext(tx, scope, ownerKey, clock.now()), partnerKey);
  });

/** The stored rows that a form changes; a client of another owner has none. */
const rowsOf = ({ clients }: Form, stored: readonly StoredPartnerClient[]): StoredPartnerClient[] => {
  const byKey = new Map(stored.map((row) => [row.clientKey, row]));
  const conflicts: FieldError[] = [];
  const rows = clients.map(({ clientKey, rowVersion }, index) => {
    const row = byKey.get(clientKey);
    if (row === undefined) throw new AppError('NOT_FOUND');
    const now = row.status === null ? 'not mapped' : PARTNER_CLIENT_STATUSES[row.status];
    if (row.rowVersion !== rowVersion)
      conflicts.push({
        field: `clients.${index}`,
        code: 'conflict',
        message: `Somebody else changed ${row.clientName}: it is ${now} now.`,
      });
    return row;
  });
  if (conflicts.length > 0) throw new AppError('STALE_ROW', { errors: conflicts });
  return rows;
};

/** Campaigns that can be paused: live and scheduled ones. Finished and paused ones stay as they are. */
const listToPause = async (
  tx: Tx,
  context: StatusContext,
  partnerKey: number,
  rows: readonly StoredPartnerClient[],
): Promise<{ keys: number[]; clientOf: ReadonlyMap<number, StoredPartnerClient> }> => {
  const byClient = new Map(rows.map((row) => [row.clientKey, row]));
  const campaigns = await listCampaignsFor(tx, context.ownerKey, partnerKey, [...byClient.keys()]);
  const inputs = await listStatusInputs(
    tx,
    context,
    campaigns.map(({ campaignKey }) => campaignKey),
  );
  const keys = campaigns.flatMap(({ campaignKey }) => {
    const input = inputs.get(campaignKey);
    if (input === undefined) return [];
    const status = campaignStatus(input, context.clock);
    const isOver = CAMPAIGN_STATUSES[status.subStatus].group === 'finished' || status.subStatus === 'PAUSED';
    return !isOver && campaignActions(statusesOf(status)).includes('PAUSE') ? [campaignKey] : [];
  });
  return { keys, clientOf: new Map(campaigns.map((one) => [one.campaignKey, byClient.get(one.clientKey)!])) };
};

const save = async (tx: Tx, now: Date, caller: Caller, partnerKey: number, form: Form): Promise<Answer> => {
  const { scope, origin } = caller;
  const { ownerKey, status, note } = form;
  await assertPartner(tx, partnerKey);
  await lockMap(tx, ownerKey, partnerKey);
  const context = await getStatusContext(tx, scope, ownerKey, now);
  const rows = rowsOf(form, await listPartnerClients(tx, ownerKey, partnerKey));
  const clientKeys = rows.map(({ clientKey }) => clientKey);
  const { keys, clientOf } =
    status === 'TERMINATED'
      ? await listToPause(tx, context, partnerKey, rows)
      : { keys: [], clientOf: new Map<number, StoredPartnerClient>() };
  // Pausing campaigns needs a right of its own, besides that to edit partners.
  if (keys.length > 0) assertHolds(caller, 'campaigns:Status');
  const moved = await moveCampaigns(tx, { scope, origin, context }, keys, () => ({
    action: 'PAUSE',
    reason: 'The partner no longer works for this client.',
  }));
  await upsertPartnerClients(tx, { ownerKey, partnerKey, today: context.clock.today }, clientKeys, { status, note });
  const touched = await listCampaignsFor(tx, ownerKey, partnerKey, clientKeys);
  await updateDue(
    tx,
    ownerKey,
    touched.map(({ campaignKey }) => campaignKey),
    now,
  );
  await auditMany(
    tx,
    scope,
    origin,
    now,
    rows.map((row) => ({
      action: 'partner.clientStatus',
      ownerKey,
      entity: 'media_partner',
      entityKey: partnerKey,
      before: { client: row.clientName, clientStatus: row.status, note: row.note },
      after: { client: row.clientName, clientStatus: status, note: note ?? row.note },
    })),
  );
  const campaigns = moved.map(({ campaign, before, refused }) => {
    const { clientKey, clientName } = clientOf.get(campaign.campaignKey)!;
    return {
      campaignKey: campaign.campaignKey,
      campaignName: campaign.name,
      clientKey,
      clientName,
      fromStatus: before.subStatus,
      refusal: refused?.message ?? '',
    };
  });
  return { clients: await withLive(tx, await getStatusContext(tx, scope, ownerKey, now), partnerKey), campaigns };
};

export const saveClientMap = (deps: PartnerDeps, caller: Caller, partnerKey: number, form: Form): Promise<Answer> =>
  withDenialsOnRecord(deps, caller, () =>
    changeOrPreview(deps, caller.scope, form.preview, (tx) => save(tx, deps.clock.now(), caller, partnerKey, form)),
  );
