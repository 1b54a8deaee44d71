import {
  ALLOCATION_MONTHS,
  type AllocationMonth,
  type CallBody,
  type CallResponse,
  type CampaignForm,
  type campaignSaveAll,
} from '@paceline/contract';
import { AppError } from '../../lib/app-error.ts';
import { getStatusContext } from '../../shared/campaign-status/status.queries.ts';
import { assertHolds, withDenialsOnRecord } from '../../shared/denials.ts';
import { applyEdits, assertEditable } from '../../shared/month-edits/apply-month-edits.ts';
import { setVia } from '../../shared/month-edits/month-edits.queries.ts';
import { type Caller } from './caller.ts';
import { withFreeCode } from './codes/codes.service.ts';
import { createPartRefusals, inPart } from './part-refusals.ts';
import { getVersions } from './save-all.queries.ts';
import { finishSave, holdCampaign, type Saving, writeCampaign } from './save-campaign.ts';
import { writeSources } from './sources/sources.service.ts';
import {
  assertCurrent,
  type Held,
  holdTargeting,
  writeAudience,
  writeGeo,
  writeHours,
  writePrograms,
} from './targeting/targeting.service.ts';
import { assertPublic, type TrackingDeps, writeTracking } from './targeting/tracking.service.ts';

type Body = CallBody<typeof campaignSaveAll>;
type Saved = CallResponse<typeof campaignSaveAll>;
type Refusals = ReturnType<typeof createPartRefusals>;

const writeMonth = async (
  { tx, caller, context }: Saving,
  campaignKey: number,
  { allocation, versions }: Body,
  month: AllocationMonth,
): Promise<void> => {
  const changes = allocation?.[month];
  if (changes === undefined) return;
  assertHolds(caller, 'allocations:Update');
  const edits = [{ campaignKey, changes, rowVersion: versions[month] }];
  assertEditable(edits, caller.session.group, month);
  await setVia(tx, 'screen');
  await applyEdits(tx, caller, { edits, month, now: context.clock.now });
};

const writeAllocation = async (saving: Saving, campaignKey: number, body: Body, refusals: Refusals): Promise<void> => {
  for (const month of ALLOCATION_MONTHS)
    await refusals.attempt(`allocation.${month}`, () => writeMonth(saving, campaignKey, body, month));
};

/** The parts beside the campaign, each by the rules of the call that saves it alone. */
const writeOthers = async (saving: Saving, campaignKey: number, body: Body, { attempt }: Refusals): Promise<void> => {
  const { tx, caller, context } = saving;
  const { versions, programs, audience, geo, dayParting, sources, urls } = body;
  const edit = { tx, caller, now: context.clock.now, targeting: await holdTargeting(tx, campaignKey) };
  const write = async <T>(part: string, value: T | undefined, work: (edit: Held, value: T) => Promise<void>) => {
    if (value === undefined) return;
    await attempt(part, async () => {
      assertCurrent(versions.targeting, edit.targeting.rowVersion);
      await work(edit, value);
    });
  };
  await write('programs', programs, writePrograms);
  await write('audience', audience, writeAudience);
  await write('geo', geo, writeGeo);
  await write('dayParting', dayParting, writeHours);
  await write('sources', sources, writeSources);
  if (urls !== undefined) await attempt('urls', () => writeTracking(edit, { urls, rowVersion: versions.tracking }));
};

const saveIn = async (saving: Saving, body: Body): Promise<Saved> => {
  const { tx, context } = saving;
  const { campaignKey: existing, versions, activate } = body;
  const form: CampaignForm | undefined = body.campaign && { ...body.campaign, campaignKey: existing, activate };
  const refusals = createPartRefusals();
  // Months before the campaign: saving a sheet locks them in this order.
  if (existing !== null) await writeAllocation(saving, existing, body, refusals);
  const own = await refusals.attempt('campaign', async () => {
    const rowVersion = form || activate ? versions.campaign : undefined;
    const current =
      existing === null ? null : await holdCampaign(saving, existing, 'ppl', { ...body.campaign, rowVersion });
    if (form !== undefined) return { current, ...(await writeCampaign(saving, current, form)) };
    if (current === null) throw new AppError('ILLEGAL_ARGUMENTS');
    return { current, campaignKey: current.campaignKey, warnings: [] };
  });
  // The other parts depend on its line item and partner: they cannot be checked without them.
  if (own === undefined) refusals.throwAny();
  const { campaignKey, current, warnings } = own!;
  if (existing === null) await writeAllocation(saving, campaignKey, body, refusals);
  await writeOthers(saving, campaignKey, body, refusals);
  refusals.throwAny();
  const saved = await finishSave(saving, campaignKey, { current, form, activate });
  return { ...saved, warnings, versions: await getVersions(tx, context.ownerKey, campaignKey, context.clock.now) };
};

/** Saves the given parts of one campaign: all of them, or none, with each part's refusals. */
export const saveAll = async (deps: TrackingDeps, caller: Caller, ownerKey: number, body: Body): Promise<Saved> => {
  const { db, clock } = deps;
  // Names are resolved before anything is locked.
  if (body.urls !== undefined) await assertPublic(deps, body.urls);
  const work = () =>
    db.withScope(caller.scope, async (tx) => {
      const context = await getStatusContext(tx, caller.scope, ownerKey, clock.now());
      return saveIn({ tx, caller, context }, body);
    });
  const wanted = () => ({
    place: { ownerKey, partnerKey: body.campaign?.vendorKey ?? null },
    codes: body.campaign ? [{ code: body.campaign.campaignCode, except: body.campaignKey }] : [],
  });
  return withDenialsOnRecord(deps, caller, () => withFreeCode(deps, caller.scope, work, wanted)).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'DUPLICATE_CODE' ? inPart('campaign', error) : error;
    },
  );
};
