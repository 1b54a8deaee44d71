import {
  type CallBody,
  type CallResponse,
  type Campaign,
  type campaignClone,
  type campaignDelete,
} from '@paceline/contract';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { getStatusContext, type StatusContext } from '../../shared/campaign-status/status.queries.ts';
import { type Tx, type WorkOptions } from '../../db/scope/tx.ts';
import { type Caller, type CampaignDeps } from './caller.ts';
import { findOwnerOf, insertCampaign, insertPrices } from './campaigns.queries.ts';
import { newPrices } from './campaigns.rules.ts';
import { assertCode, freeCodes, withFreeCode } from './codes/codes.service.ts';
import { copyTargeting } from './copy.queries.ts';
import { readCampaign, restorableUntil } from './read-campaign.ts';
import { noteNew } from './status/clock.service.ts';
import { move, type Saving } from './save-campaign.ts';
import { listLocked } from '../../shared/campaign-status/moves/moves.queries.ts';
import { listActive } from './status/status.queries.ts';

/** The owner of a campaign, if the caller may see it. */
export const placeOf = async (
  tx: Tx,
  { clock }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  campaignKey: number,
): Promise<StatusContext> => {
  const ownerKey = await findOwnerOf(tx, campaignKey);
  if (ownerKey === undefined) throw new AppError('NOT_FOUND');
  return getStatusContext(tx, scope, ownerKey, clock.now());
};

export const getCampaign = (
  deps: CampaignDeps,
  caller: Pick<Caller, 'scope'>,
  campaignKey: number,
  options: WorkOptions,
): Promise<Campaign> =>
  deps.db.readScope(
    caller.scope,
    async (tx) => {
      const campaign = await readCampaign(tx, await placeOf(tx, deps, caller, campaignKey), campaignKey);
      // A deleted campaign exists only for those who can restore it.
      if (campaign.deletedAt !== null && caller.scope.group !== 'ag') throw new AppError('NOT_FOUND');
      return campaign;
    },
    options,
  );

const cloneIn = async (
  { tx, caller, context }: Saving,
  source: Campaign,
  { campaignCode, name }: CallBody<typeof campaignClone>,
): Promise<Campaign> => {
  const { ownerKey, clock } = context;
  const by = { userKey: caller.session.userKey, at: clock.now };
  await freeCodes(tx, { ownerKey, partnerKey: source.vendorKey }, [campaignCode], clock.now);
  const campaignKey = await insertCampaign(
    tx,
    {
      ...source,
      campaignCode,
      name: name ?? `${source.name} (copy)`.slice(0, 150),
      startDate: clock.today,
      endDate: null,
      postingConfirmed: false,
    },
    by,
  );
  const prices = newPrices(source);
  if (prices !== null) await insertPrices(tx, ownerKey, [{ ...prices, campaignKey }], by);
  await copyTargeting(tx, ownerKey, source.campaignKey, campaignKey);
  await noteNew(tx, context, [campaignKey]);
  await audit(tx, caller.scope, caller.origin, clock.now, {
    action: 'cloneCampaign',
    ownerKey,
    entity: 'campaign',
    entityKey: campaignKey,
    after: { campaignCode, clonedFrom: source.campaignKey },
  });
  return readCampaign(tx, context, campaignKey);
};

/** A draft with the same price, line item and targeting. Never the plan, orders, numbers or status. */
export const cloneCampaign = async (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  form: CallBody<typeof campaignClone>,
): Promise<Campaign> => {
  assertCode(form.campaignCode);
  let place = { ownerKey: 0, partnerKey: null as number | null };
  const work = () =>
    deps.db.withScope(caller.scope, async (tx) => {
      const context = await placeOf(tx, deps, caller, campaignKey);
      const source = await readCampaign(tx, context, campaignKey);
      place = { ownerKey: source.ownerKey, partnerKey: source.vendorKey };
      return cloneIn({ tx, caller, context }, source, form);
    });
  return withFreeCode(deps, caller.scope, work, () => ({ place, codes: [{ code: form.campaignCode, except: null }] }));
};

const assertConfirmed = (campaign: Campaign, confirm: string): void => {
  if (confirm.toLowerCase() === campaign.campaignCode.toLowerCase()) return;
  const message = 'must be the code of the campaign';
  throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'confirm', code: 'mismatch', message }] });
};

/** Deleting a deleted campaign changes nothing and returns the same answer. */
export const deleteCampaign = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  confirm: string,
): Promise<CallResponse<typeof campaignDelete>> =>
  deps.db.withScope(caller.scope, async (tx) => {
    const context = await placeOf(tx, deps, caller, campaignKey);
    const { ownerKey, clock } = context;
    await listLocked(tx, ownerKey, [campaignKey]);
    const campaign = await readCampaign(tx, context, campaignKey);
    assertConfirmed(campaign, confirm);
    if (campaign.deletedAt === null) {
      if ((await listActive(tx, ownerKey, [campaignKey], clock.month)).length > 0) {
        const message = 'Campaign has activity this month. Pause or end it instead.';
        throw new AppError('CAMPAIGN_HAS_ACTIVITY', { message });
      }
      await move({ tx, caller, context }, campaignKey, { action: 'DELETE' });
    }
    const deletedAt = campaign.deletedAt === null ? clock.now : new Date(campaign.deletedAt);
    return {
      campaignKey,
      deletedAt: deletedAt.toISOString(),
      restorableUntil: restorableUntil(deletedAt).toISOString(),
    };
  });

/** Restores a campaign with its code. If the code has been given to another campaign since, the refusal names it. */
export const undeleteCampaign = (deps: CampaignDeps, caller: Caller, campaignKey: number): Promise<Campaign> => {
  let place = { ownerKey: 0, partnerKey: null as number | null };
  let code = '';
  const work = () =>
    deps.db.withScope(caller.scope, async (tx) => {
      const context = await placeOf(tx, deps, caller, campaignKey);
      await listLocked(tx, context.ownerKey, [campaignKey]);
      const campaign = await readCampaign(tx, context, campaignKey);
      place = { ownerKey: campaign.ownerKey, partnerKey: campaign.vendorKey };
      code = campaign.campaignCode;
      if (campaign.restorableUntil !== null && new Date(campaign.restorableUntil) < context.clock.now) {
        throw new AppError('CAMPAIGN_STATUS', {
          message: 'A campaign can be restored for 30 days after it was deleted.',
        });
      }
      await move({ tx, caller, context }, campaignKey, { action: 'UNDELETE' });
      return readCampaign(tx, context, campaignKey);
    });
  return withFreeCode(deps, caller.scope, work, () => ({ place, codes: [{ code, except: campaignKey }] }));
};
