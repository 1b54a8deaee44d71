import { type Campaign, type CampaignForm, type CampaignPrices } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { getStatusContext, type StatusContext } from '../../shared/campaign-status/status.queries.ts';
import { assertHolds, withDenialsOnRecord } from '../../shared/denials.ts';
import { type Caller, type CampaignDeps } from './caller.ts';
import { findCampaign, findParents, insertCampaign, insertPrices, updateCampaign } from './campaigns.queries.ts';
import {
  type CampaignFields,
  conflictErrors,
  differences,
  newPrices,
  priceProblems,
  priceWarnings,
  type Remark,
} from './campaigns.rules.ts';
import { freeCodes, withFreeCode } from './codes/codes.service.ts';
import { removeDraft } from './drafts/drafts.queries.ts';
import { readCampaign } from './read-campaign.ts';
import { noteNew } from './status/clock.service.ts';
import { moveCampaigns, refusalError } from '../../shared/campaign-status/moves/move-campaigns.ts';
import { type Move } from '../../shared/campaign-status/moves/moves.rules.ts';
import { listLocked, updateDue } from '../../shared/campaign-status/moves/moves.queries.ts';

/** The context of a save: the caller, the owner, and the moment at which everything in it happens. */
export interface Saving {
  tx: Tx;
  caller: Caller;
  context: StatusContext;
}

const unknownField = (field: string): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field, code: 'unknown', message: 'is not known' }] });
const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field, code: 'invalid', message }] });

/** Another owner's line item, channel or account is reported like one that does not exist. */
export const assertParents = async (
  { tx, context }: Saving,
  channel: string,
  fields: CampaignFields,
): Promise<void> => {
  const parents = await findParents(tx, context.ownerKey, channel, fields);
  if (fields.clientGoalKey !== undefined && !parents.goal) throw unknownField('clientGoalKey');
  if (fields.vendorKey != null && !parents.partner) throw unknownField('vendorKey');
  if (fields.channelCustomKey != null && !parents.customChannel) throw unknownField('channelCustomKey');
  if (fields.semClientAccountKey !== undefined && !parents.account) throw unknownField('semClientAccountKey');
};

export const writerOf = ({ caller, context }: Saving) => ({ userKey: caller.session.userKey, at: context.clock.now });

/** Moves that come with a save: one that the table of moves refuses rolls back the whole save. */
export const move = async ({ tx, caller, context }: Saving, campaignKey: number, wanted: Move): Promise<void> => {
  const { scope, origin } = caller;
  const [moved] = await moveCampaigns(tx, { scope, origin, context }, [campaignKey], () => wanted);
  if (moved?.refused) throw refusalError(moved.refused);
};

/** The campaign, locked until the save is done; a save over a newer version is refused. */
export const holdCampaign = async (
  { tx, context }: Saving,
  campaignKey: number,
  channel: string,
  form: Parameters<typeof conflictErrors>[0] & { rowVersion?: number | undefined },
): Promise<Campaign> => {
  const [locked] = await listLocked(tx, context.ownerKey, [campaignKey]);
  if (locked === undefined) throw new AppError('NOT_FOUND');
  const current = await readCampaign(tx, context, campaignKey);
  if (current.channel !== channel) throw invalid('campaignKey', 'This campaign belongs to another channel.');
  if (current.deletedAt !== null)
    throw new AppError('CAMPAIGN_STATUS', { message: 'The campaign is deleted. Restore it first.' });
  if (form.rowVersion === undefined || form.rowVersion === current.rowVersion) return current;
  const record = await findCampaign(tx, campaignKey, context.clock.now);
  throw new AppError('STALE_ROW', { errors: record === undefined ? [] : conflictErrors(form, record) });
};

const savePrices = async (saving: Saving, campaignKey: number, prices: CampaignPrices | null): Promise<Remark[]> => {
  if (prices === null) return [];
  assertHolds(saving.caller, 'campaigns:Price');
  const errors = priceProblems(prices);
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
  await insertPrices(saving.tx, saving.context.ownerKey, [{ ...prices, campaignKey }], writerOf(saving));
  return priceWarnings(prices);
};

const create = async (saving: Saving, form: CampaignForm): Promise<number> => {
  const { tx, context } = saving;
  const { ownerKey, clock } = context;
  assertHolds(saving.caller, 'campaigns:Create');
  const startDate = form.startDate ?? clock.today;
  const endDate = form.endDate ?? null;
  if (endDate !== null && endDate < startDate) throw invalid('endDate', 'End date must be on or after start date.');
  await assertParents(saving, 'ppl', form);
  await freeCodes(tx, { ownerKey, partnerKey: form.vendorKey }, [form.campaignCode], clock.now);
  const campaignKey = await insertCampaign(
    tx,
    { ...form, ownerKey, channel: 'ppl', startDate, endDate },
    writerOf(saving),
  );
  await noteNew(tx, context, [campaignKey]);
  return campaignKey;
};

const change = async (saving: Saving, form: CampaignForm, current: Campaign): Promise<void> => {
  const { tx, context } = saving;
  const { campaignKey } = current;
  if (form.vendorKey !== current.vendorKey && current.subStatus !== 'DRAFT') {
    throw invalid('vendorKey', 'The media partner of a campaign that was activated cannot be changed.');
  }
  const { after } = differences(form, current);
  const { startDate, endDate, ...others } = after;
  if (Object.keys(others).length > 0) {
    await assertParents(saving, 'ppl', form);
    await freeCodes(
      tx,
      { ownerKey: context.ownerKey, partnerKey: form.vendorKey },
      [form.campaignCode],
      context.clock.now,
    );
    await updateCampaign(tx, context.ownerKey, campaignKey, form, writerOf(saving));
    await updateDue(tx, context.ownerKey, [campaignKey], context.clock.now);
  }
  if (startDate !== undefined || endDate !== undefined) {
    const dates = {
      startDate: form.startDate ?? current.startDate,
      endDate: form.endDate === undefined ? current.endDate : form.endDate,
    };
    await move(saving, campaignKey, { action: 'RESCHEDULE', ...dates });
  }
};

const auditSave = async (
  { tx, caller, context }: Saving,
  form: CampaignForm,
  saved: Campaign,
  current: Campaign | null,
) => {
  const { before, after } = current === null ? { before: undefined, after: form } : differences(saved, current);
  await audit(tx, caller.scope, caller.origin, context.clock.now, {
    action: current === null ? 'createCampaign' : 'changeCampaign',
    ownerKey: context.ownerKey,
    entity: 'campaign',
    entityKey: saved.campaignKey,
    ...(before && { before }),
    after,
  });
};

type Warned<Saved> = Saved & { warnings: Remark[] };

/** Inserts or updates the campaign itself, with its prices. */
export const writeCampaign = async (
  saving: Saving,
  current: Campaign | null,
  form: CampaignForm,
): Promise<Warned<{ campaignKey: number }>> => {
  const campaignKey = current === null ? await create(saving, form) : current.campaignKey;
  if (current !== null) await change(saving, form, current);
  return { campaignKey, warnings: await savePrices(saving, campaignKey, newPrices(form, current ?? undefined)) };
};

/** Ends a save after all parts are written, because a draft goes live only if they are complete. */
export const finishSave = async (
  saving: Saving,
  campaignKey: number,
  { current, form, activate }: { current: Campaign | null; form: CampaignForm | undefined; activate: boolean },
): Promise<Campaign> => {
  const { tx, caller, context } = saving;
  const isDraft = current === null || current.subStatus === 'DRAFT';
  if (activate && isDraft) await move(saving, campaignKey, { action: 'ACTIVATE' });
  await removeDraft(tx, {
    ownerKey: context.ownerKey,
    userKey: caller.session.userKey,
    channel: 'ppl',
    campaignKey: current === null ? null : campaignKey,
  });
  const saved = await readCampaign(tx, context, campaignKey);
  if (form !== undefined) await auditSave(saving, form, saved, current);
  return saved;
};

const saveIn = async (saving: Saving, form: CampaignForm): Promise<Warned<Campaign>> => {
  const current = form.campaignKey == null ? null : await holdCampaign(saving, form.campaignKey, 'ppl', form);
  const { campaignKey, warnings } = await writeCampaign(saving, current, form);
  return { ...(await finishSave(saving, campaignKey, { current, form, activate: form.activate })), warnings };
};

/** Creates or changes a pay-per-lead campaign. A price never changes existing leads. */
export const saveCampaign = (
  deps: CampaignDeps,
  caller: Caller,
  ownerKey: number,
  form: CampaignForm,
): Promise<Warned<Campaign>> => {
  const { db, clock } = deps;
  const work = () =>
    db.withScope(caller.scope, async (tx) => {
      const context = await getStatusContext(tx, caller.scope, ownerKey, clock.now());
      return saveIn({ tx, caller, context }, form);
    });
  const wanted = () => ({
    place: { ownerKey, partnerKey: form.vendorKey },
    codes: [{ code: form.campaignCode, except: form.campaignKey ?? null }],
  });
  return withDenialsOnRecord(deps, caller, () => withFreeCode(deps, caller.scope, work, wanted));
};
