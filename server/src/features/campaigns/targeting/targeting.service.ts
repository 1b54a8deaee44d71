import {
  type Audience,
  audienceRuleProblem,
  type CallResponse,
  type campaignAudienceList,
  type campaignDaypartingGet,
  type campaignGeoList,
  type campaignProgramList,
  type DayParting,
  dayPartingProblems,
  dayPartingSchema,
  type FieldError,
  type Geo,
  geoSchema,
  type ProgramChoice,
} from '@paceline/contract';
import { type Tx } from '../../../db/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { isTimeZone } from '../../../lib/time-zone.ts';
import { audit } from '../../../shared/audit.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { updateDue } from '../../../shared/campaign-status/moves/moves.queries.ts';
import {
  type AudienceOf,
  type AudienceRow,
  findTargeting,
  isCampusOfClient,
  isKnown,
  listAudiences,
  listPrograms,
  replacePrograms,
  type TargetingRow,
  updateTargeting,
} from './targeting.queries.ts';

export const getTargeting = async (tx: Tx, campaignKey: number, lock = false): Promise<TargetingRow> => {
  const targeting = await findTargeting(tx, campaignKey, { lock });
  if (targeting === undefined) throw new AppError('NOT_FOUND');
  return targeting;
};

/** The targeting, held for a change: not of a campaign that is deleted, and not over something newer. */
export const holdTargeting = async (
  tx: Tx,
  campaignKey: number,
  rowVersion: number | undefined,
): Promise<TargetingRow> => {
  const targeting = await getTargeting(tx, campaignKey, true);
  if (targeting.deleted)
    throw new AppError('CAMPAIGN_STATUS', { message: 'The campaign is deleted. Restore it first.' });
  if (rowVersion !== undefined && rowVersion !== targeting.rowVersion) throw new AppError('STALE_ROW');
  return targeting;
};

const invalid = (errors: FieldError[]): AppError =>
  new AppError('VALIDATION', { errors, ...(errors[0] && { message: errors[0].message }) });

const auditPart = (
  tx: Tx,
  { clock }: CampaignDeps,
  { scope, origin }: Caller,
  { ownerKey, campaignKey }: TargetingRow,
  part: string,
  { before, after }: { before: object; after: object },
): Promise<void> =>
  audit(tx, scope, origin, clock.now(), {
    action: `changeCampaign.${part}`,
    ownerKey,
    entity: 'campaign',
    entityKey: campaignKey,
    before,
    after,
  });

const read = <T>(
  { db }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  campaignKey: number,
  show: (tx: Tx, targeting: TargetingRow) => T | Promise<T>,
) => db.readScope(scope, async (tx) => show(tx, await getTargeting(tx, campaignKey)));

const showPrograms = async (tx: Tx, targeting: TargetingRow): Promise<CallResponse<typeof campaignProgramList>> => ({
  programs: await listPrograms(tx, targeting),
  rowVersion: targeting.rowVersion,
});

export const readPrograms = (deps: CampaignDeps, caller: Pick<Caller, 'scope'>, campaignKey: number) =>
  read(deps, caller, campaignKey, showPrograms);

/** Only programs that the line item is for; another owner's refuses the whole save, and says no more than that. */
export const savePrograms = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { programs, rowVersion }: { programs: readonly ProgramChoice[]; rowVersion?: number | undefined },
): Promise<CallResponse<typeof campaignProgramList>> =>
  deps.db.withScope(caller.scope, async (tx) => {
    const targeting = await holdTargeting(tx, campaignKey, rowVersion);
    const open = await listPrograms(tx, targeting);
    const known = new Set(open.map(({ programKey }) => programKey));
    if (programs.some(({ programKey }) => !known.has(programKey))) throw new AppError('NOT_FOUND');
    if (new Set(programs.map(({ programKey }) => programKey)).size !== programs.length) {
      throw invalid([{ field: 'programs', code: 'twice', message: 'A program is listed twice.' }]);
    }
    const chosen = programs.filter(({ selected }) => selected);
    await replacePrograms(tx, targeting, chosen);
    await updateTargeting(tx, targeting, {});
    await auditPart(tx, deps, caller, targeting, 'programs', {
      before: { programs: open.filter(({ selected }) => selected).map(({ programKey }) => programKey) },
      after: { programs: chosen },
    });
    return showPrograms(tx, await getTargeting(tx, campaignKey));
  });

const showGeo = (_: Tx, { geo, rowVersion }: TargetingRow): CallResponse<typeof campaignGeoList> => ({
  geo: geoSchema.parse(geo),
  rowVersion,
});

export const readGeo = (deps: CampaignDeps, caller: Pick<Caller, 'scope'>, campaignKey: number) =>
  read(deps, caller, campaignKey, showGeo);

const sorted = <T extends string | number>(values: readonly T[]): T[] =>
  [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1));

export const saveGeo = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { geo, rowVersion }: { geo: Geo; rowVersion?: number | undefined },
): Promise<CallResponse<typeof campaignGeoList>> =>
  deps.db.withScope(caller.scope, async (tx) => {
    const targeting = await holdTargeting(tx, campaignKey, rowVersion);
    if (geo.radius !== null && !(await isCampusOfClient(tx, targeting, geo.radius.campusKey))) {
      throw invalid([{ field: 'geo.radius.campusKey', code: 'unknown', message: 'Choose a campus of the client.' }]);
    }
    const clean: Geo = {
      ...geo,
      states: sorted(geo.states),
      dmas: sorted(geo.dmas),
      zips: sorted(geo.zips),
      exclude: { states: sorted(geo.exclude.states), zips: sorted(geo.exclude.zips) },
    };
    await updateTargeting(tx, targeting, { geo: clean });
    await auditPart(tx, deps, caller, targeting, 'geo', { before: targeting.geo, after: clean });
    return showGeo(tx, await getTargeting(tx, campaignKey));
  });

const showAudience = (
  _: Tx,
  { audience, criteria, rowVersion }: TargetingRow,
): CallResponse<typeof campaignAudienceList> => ({
  audience,
  inherited: criteria,
  rowVersion,
});

export const readAudience = (deps: CampaignDeps, caller: Pick<Caller, 'scope'>, campaignKey: number) =>
  read(deps, caller, campaignKey, showAudience);

export const saveAudience = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { audience, rowVersion }: { audience: Audience; rowVersion?: number | undefined },
): Promise<CallResponse<typeof campaignAudienceList>> => {
  const errors = audience.rules.flatMap((rule, index): FieldError[] => {
    const message = audienceRuleProblem(rule);
    return message === null ? [] : [{ field: `audience.rules.${index}`, code: 'invalid', message }];
  });
  if (errors.length > 0) throw invalid(errors);
  return deps.db.withScope(caller.scope, async (tx) => {
    const targeting = await holdTargeting(tx, campaignKey, rowVersion);
    await updateTargeting(tx, targeting, { audience });
    await auditPart(tx, deps, caller, targeting, 'audience', { before: targeting.audience, after: audience });
    return showAudience(tx, await getTargeting(tx, campaignKey));
  });
};

/** What the campaigns of a line item, a client or a partner ask, side by side. */
export const readAudiences = (
  { db }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  of: AudienceOf,
  key: number,
): Promise<AudienceRow[]> =>
  db.readScope(scope, async (tx) => {
    if (!(await isKnown(tx, of, key))) throw new AppError('NOT_FOUND');
    return listAudiences(tx, of, key);
  });

const showHours = (
  _: Tx,
  { dayParting, defaultTimeZone, rowVersion }: TargetingRow,
): CallResponse<typeof campaignDaypartingGet> => ({
  dayParting: dayPartingSchema.parse(dayParting),
  defaultTimeZone,
  rowVersion,
});

export const readHours = (deps: CampaignDeps, caller: Pick<Caller, 'scope'>, campaignKey: number) =>
  read(deps, caller, campaignKey, showHours);

export const saveHours = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { dayParting, rowVersion }: { dayParting: DayParting; rowVersion?: number | undefined },
): Promise<CallResponse<typeof campaignDaypartingGet>> => {
  const errors = dayPartingProblems(dayParting).map(({ day, message }): FieldError => ({
    field: `dayParting.days.${day}`,
    code: 'invalid',
    message,
  }));
  if (dayParting.timeZone !== null && !isTimeZone(dayParting.timeZone)) {
    errors.push({ field: 'dayParting.timeZone', code: 'unknown', message: 'The time zone is not known.' });
  }
  if (errors.length > 0) throw invalid(errors);
  return deps.db.withScope(caller.scope, async (tx) => {
    const targeting = await holdTargeting(tx, campaignKey, rowVersion);
    // The zone that holds is written down: a campus that moves does not move the hours.
    const clean = { ...dayParting, timeZone: dayParting.timeZone ?? targeting.defaultTimeZone };
    await updateTargeting(tx, targeting, { dayParting: clean });
    await updateDue(tx, targeting.ownerKey, [campaignKey], deps.clock.now());
    await auditPart(tx, deps, caller, targeting, 'dayParting', { before: targeting.dayParting, after: clean });
    return showHours(tx, await getTargeting(tx, campaignKey));
  });
};
