import {
  type CallBody,
  type CallResponse,
  type campaignSourcesList,
  type campaignSourcesSave,
  type SourceMode,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { isSourceAllowed } from '../../../shared/intake/checks/source.rules.ts';
import { tellPartnerOfBlocks } from '../../../shared/sources/tell-of-blocks.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { findCampaign } from '../campaigns.queries.ts';
import { updateTargeting } from '../targeting/targeting.queries.ts';
import { auditPart, getTargeting, type Held, savePart } from '../targeting/targeting.service.ts';
import { listSources, replaceSources, type SourcePlace, type SourceRow } from './sources.queries.ts';

type Answer = CallResponse<typeof campaignSourcesList>;

const show = async (tx: Tx, place: SourcePlace & { sourceMode: SourceMode; rowVersion: number }): Promise<Answer> => ({
  mode: place.sourceMode,
  sources: (await listSources(tx, place)).map((source) => ({
    ...source,
    allowed: isSourceAllowed(place.sourceMode, source),
  })),
  rowVersion: place.rowVersion,
});

export const readSources = (
  { db }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  campaignKey: number,
): Promise<Answer> => db.readScope(scope, async (tx) => show(tx, await getTargeting(tx, campaignKey)));

/** Notifies a partner at once which of its sources are newly blocked, and why. */
export const tellOfBlocks = async (
  tx: Tx,
  { partnerKey, ...campaign }: { campaignName: string; campaignCode: string; partnerKey: number },
  before: readonly SourceRow[],
  after: readonly SourceRow[],
): Promise<void> => {
  const blockedBefore = new Set(
    before.filter(({ action }) => action === 'BLOCK').map(({ publisherSourceKey }) => publisherSourceKey),
  );
  const sources = after.filter(
    ({ action, publisherSourceKey }) => action === 'BLOCK' && !blockedBefore.has(publisherSourceKey),
  );
  await tellPartnerOfBlocks(tx, partnerKey, { campaign, sources });
};

type Choices = Pick<CallBody<typeof campaignSourcesSave>, 'mode' | 'sources'>;

export const writeSources = async (edit: Held, { mode, sources }: Choices): Promise<void> => {
  const { tx, targeting, now } = edit;
  const before = await listSources(tx, targeting);
  const existingKeys = new Set(before.map(({ publisherSourceKey }) => publisherSourceKey));
  const keys = sources.map(({ publisherSourceKey }) => publisherSourceKey);
  // A source of another partner is reported like one that does not exist.
  if (targeting.partnerKey === null || keys.some((key) => !existingKeys.has(key))) throw new AppError('NOT_FOUND');
  if (new Set(keys).size !== keys.length) {
    const message = 'A source is listed twice.';
    throw new AppError('VALIDATION', { message, errors: [{ field: 'sources', code: 'twice', message }] });
  }
  await replaceSources(tx, targeting, sources);
  await updateTargeting(tx, targeting, { sourceMode: mode });
  const campaign = await findCampaign(tx, targeting.campaignKey, now);
  if (campaign !== undefined) {
    const place = {
      campaignName: campaign.name,
      campaignCode: campaign.campaignCode,
      partnerKey: targeting.partnerKey,
    };
    await tellOfBlocks(tx, place, before, await listSources(tx, targeting));
  }
  await auditPart(edit, 'sources', {
    before: { mode: targeting.sourceMode, sources: before.filter(({ action }) => action !== null) },
    after: { mode, sources },
  });
};

export const saveSources = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { rowVersion, ...choices }: CallBody<typeof campaignSourcesSave>,
): Promise<Answer> => savePart(deps, caller, { campaignKey, rowVersion }, (edit) => writeSources(edit, choices), show);
