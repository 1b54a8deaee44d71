import {
  type Campaign,
  CHANNEL_CAMPAIGN_NEEDS,
  type ChannelCampaignForm,
  type ChannelCampaignSaved,
  type FieldError,
  type PlatformChannel,
} from '@paceline/contract';
import { AppError, renameFields } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { getStatusContext } from '../../../shared/campaign-status/status.queries.ts';
import { assertHolds, withDenialsOnRecord } from '../../../shared/denials.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { insertCampaign, updateCampaign } from '../campaigns.queries.ts';
import { differences } from '../campaigns.rules.ts';
import { freeCodes, withFreeCode } from '../codes/codes.service.ts';
import { readCampaign } from '../read-campaign.ts';
import { assertParents, holdCampaign, move, type Saving, writerOf } from '../save-campaign.ts';
import { noteNew } from '../status/clock.service.ts';
import { updateDue } from '../../../shared/campaign-status/moves/moves.queries.ts';
import { listLinksLocked, type LockedLink, updateLinks } from './linking.queries.ts';

const create = async (saving: Saving, channel: PlatformChannel, form: ChannelCampaignForm): Promise<number> => {
  const { tx, caller, context } = saving;
  assertHolds(caller, 'campaigns:Create');
  const missing = CHANNEL_CAMPAIGN_NEEDS.filter((field) => form[field] === undefined);
  if (missing.length > 0) {
    const errors = missing.map((field) => ({ field, code: 'required', message: 'is required' }));
    throw new AppError('ILLEGAL_ARGUMENTS', { errors });
  }
  const startDate = form.startDate ?? context.clock.today;
  const endDate = form.endDate ?? null;
  if (endDate !== null && endDate < startDate) {
    const message = 'End date must be on or after start date.';
    throw new AppError('VALIDATION', { message, errors: [{ field: 'endDate', code: 'invalid', message }] });
  }
  await assertParents(saving, channel, form);
  const { ownerKey } = context;
  const campaignKey = await insertCampaign(tx, { ...form, ownerKey, channel, startDate, endDate }, writerOf(saving));
  await noteNew(tx, context, [campaignKey]);
  return campaignKey;
};

/** A campaign's account is the source of its history: once something is linked it stays. */
const assertAccountStays = (form: ChannelCampaignForm, current: Campaign): void => {
  if (form.semClientAccountKey === undefined || form.semClientAccountKey === current.semClientAccountKey) return;
  if (current.links.length === 0) return;
  const message = 'Unlink the platform campaigns before you change the account.';
  throw new AppError('VALIDATION', { message, errors: [{ field: 'semClientAccountKey', code: 'fixed', message }] });
};

const change = async (
  saving: Saving,
  channel: PlatformChannel,
  form: ChannelCampaignForm,
  current: Campaign,
): Promise<void> => {
  const { tx, context } = saving;
  const { campaignKey } = current;
  assertAccountStays(form, current);
  const { startDate: _start, endDate: _end, ...others } = differences(form, current).after;
  if (Object.keys(others).length > 0) {
    await assertParents(saving, channel, form);
    await updateCampaign(tx, context.ownerKey, campaignKey, form, writerOf(saving));
  }
  const dates = {
    startDate: form.startDate ?? current.startDate,
    endDate: form.endDate === undefined ? current.endDate : form.endDate,
  };
  if (dates.startDate !== current.startDate || dates.endDate !== current.endDate) {
    await move(saving, campaignKey, { action: 'RESCHEDULE', ...dates });
  }
};

const linkProblem = (link: LockedLink, campaign: Campaign): string | null => {
  if (link.campaignKey !== null && link.campaignKey !== campaign.campaignKey) {
    return `“${link.name}” is already linked to ${link.campaignName ?? 'another campaign'}.`;
  }
  return link.accountKey === campaign.semClientAccountKey ? null : `“${link.name}” belongs to another account.`;
};

const link = async (
  { tx, context }: Saving,
  channel: PlatformChannel,
  campaign: Campaign,
  keys: readonly number[],
): Promise<void> => {
  if (keys.length === 0) return;
  const { ownerKey } = context;
  const locked = await listLinksLocked(tx, ownerKey, keys);
  if (locked.filter((one) => one.channel === channel).length !== new Set(keys).size) throw new AppError('NOT_FOUND');
  const errors = locked.flatMap((one): FieldError[] => {
    const message = linkProblem(one, campaign);
    return message === null ? [] : [{ field: 'platformCampaignKeys', code: 'taken', message }];
  });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors, message: errors[0]!.message });
  await updateLinks(
    tx,
    ownerKey,
    locked.map(({ platformCampaignKey }) => ({ platformCampaignKey, campaignKey: campaign.campaignKey })),
  );
  await updateDue(tx, ownerKey, [campaign.campaignKey], context.clock.now);
};

const saveOne = async (saving: Saving, channel: PlatformChannel, form: ChannelCampaignForm): Promise<Campaign> => {
  const { tx, caller, context } = saving;
  const current = form.campaignKey === undefined ? null : await holdCampaign(saving, form.campaignKey, channel, form);
  const campaignKey = current === null ? await create(saving, channel, form) : current.campaignKey;
  if (current !== null) await change(saving, channel, form, current);
  await link(saving, channel, await readCampaign(tx, context, campaignKey), form.platformCampaignKeys);
  if (form.activate && (current === null || current.subStatus === 'DRAFT')) {
    await move(saving, campaignKey, { action: 'ACTIVATE' });
  }
  const saved = await readCampaign(tx, context, campaignKey);
  await audit(tx, caller.scope, caller.origin, context.clock.now, {
    action: current === null ? 'createCampaign' : 'changeCampaign',
    ownerKey: context.ownerKey,
    entity: 'campaign',
    entityKey: campaignKey,
    ...(current === null ? { after: form } : differences(saved, current)),
  });
  return saved;
};

/** Adds the index of the campaign to an error. */
const atIndex = (index: number, error: unknown): unknown =>
  error instanceof AppError ? renameFields(error, (field) => `campaigns.${index}.${field}`) : error;

const assertCodesDiffer = (forms: readonly ChannelCampaignForm[]): void => {
  const seen = new Set<string>();
  const errors = forms.flatMap(({ campaignCode }, index): FieldError[] => {
    const code = campaignCode?.toLowerCase();
    const isNew = code === undefined || !seen.has(code);
    if (code !== undefined) seen.add(code);
    if (isNew) return [];
    const message = `Campaign code ${campaignCode} is listed twice.`;
    return [{ field: `campaigns.${index}.campaignCode`, code: 'taken', message }];
  });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors, message: errors[0]!.message });
};

/** Saves campaigns on trading platforms, new and existing, with their links: all of them, or none. */
export const saveChannelCampaigns = (
  deps: CampaignDeps,
  caller: Caller,
  { ownerKey, channel }: { ownerKey: number; channel: PlatformChannel },
  forms: readonly ChannelCampaignForm[],
): Promise<ChannelCampaignSaved> => {
  const place = { ownerKey, partnerKey: null };
  const codes = forms.flatMap(({ campaignCode, campaignKey }) =>
    campaignCode === undefined ? [] : [{ code: campaignCode, except: campaignKey ?? null }],
  );
  const work = () =>
    deps.db.withScope(caller.scope, async (tx) => {
      assertCodesDiffer(forms);
      const context = await getStatusContext(tx, caller.scope, ownerKey, deps.clock.now());
      await freeCodes(
        tx,
        place,
        codes.map(({ code }) => code),
        context.clock.now,
      );
      const campaigns: ChannelCampaignSaved['campaigns'] = [];
      for (const [index, form] of forms.entries()) {
        const saved = await saveOne({ tx, caller, context }, channel, form).catch((error: unknown) => {
          throw atIndex(index, error);
        });
        const { campaignKey, campaignCode, name, rowVersion, links } = saved;
        campaigns.push({ campaignKey, campaignCode, name, rowVersion, links: links.length });
      }
      return { campaigns, warnings: [] };
    });
  return withDenialsOnRecord(deps, caller, () => withFreeCode(deps, caller.scope, work, () => ({ place, codes })));
};
