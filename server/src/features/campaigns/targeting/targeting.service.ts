import {
  type Audience,
  audienceRuleProblem,
  type CallBody,
  type CallResponse,
  type campaignAudienceList,
  type campaignAudienceSave,
  type campaignDaypartingGet,
  type campaignDaypartingSave,
  type campaignGeoList,
  type campaignGeoSave,
  type campaignProgramList,
  type campaignProgramSave,
  type DayParting,
  dayPartingProblems,
  dayPartingSchema,
  type FieldError,
  type Geo,
  geoSchema,
  type ProgramChoice,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { isTimeZone } from '../../../lib/zips/time-zone.ts';
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

export const assertCurrent = (rowVersion: number | undefined, current: number): void => {
  if (rowVersion !== undefined && rowVersion !== current) throw new AppError('STALE_ROW');
};

/** The targeting, locked for a change: not of a deleted campaign. */
export const holdTargeting = async (tx: Tx, campaignKey: number): Promise<TargetingRow> => {
  const targeting = await getTargeting(tx, campaignKey, true);
  if (targeting.deleted)
    throw new AppError('CAMPAIGN_STATUS', { message: 'The campaign is deleted. Restore it first.' });
  return targeting;
};

/** The context of a part's change, saved alone or with other parts in the same transaction. */
export interface Held {
  tx: Tx;
  caller: Pick<Caller, 'scope' | 'origin'>;
  now: Date;
  targeting: TargetingRow;
}

/** Saves one part alone, refused over a newer version, and returns it as saved. */
export const savePart = <T>(
  { db, clock }: CampaignDeps,
  caller: Caller,
  { campaignKey, rowVersion }: { campaignKey: number; rowVersion?: number | undefined },
  write: (edit: Held) => Promise<void>,
  show: (tx: Tx, targeting: TargetingRow) => T | Promise<T>,
): Promise<T> =>
  db.withScope(caller.scope, async (tx) => {
    const targeting = await holdTargeting(tx, campaignKey);
    assertCurrent(rowVersion, targeting.rowVersion);
    await write({ tx, caller, now: clock.now(), targeting });
    return show(tx, await getTargeting(tx, campaignKey));
  });

const invalid = (errors: FieldError[]): AppError =>
  new AppError('VALIDATION', { errors, ...(errors[0] && { message: errors[0].message }) });

export const auditPart = (
  { tx, caller: { scope, origin }, now, targeting: { ownerKey, campaignKey } }: Held,
  part: string,
  { before, after }: { before: object; after: object },
): Promise<void> =>
  audit(tx, scope, origin, now, {
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

/** Only programs of the line item; another owner's refuses the whole save without further detail. */
export const writePrograms = async (edit: Held, programs: readonly ProgramChoice[]): Promise<void> => {
  const { tx, targeting } = edit;
  const open = await listPrograms(tx, targeting);
  const openKeys = new Set(open.map(({ programKey }) => programKey));
  if (programs.some(({ programKey }) => !openKeys.has(programKey))) throw new AppError('NOT_FOUND');
  if (new Set(programs.map(({ programKey }) => programKey)).size !== programs.length) {
    throw invalid([{ field: 'programs', code: 'twice', message: 'A program is listed twice.' }]);
  }
  const chosen = programs.filter(({ selected }) => selected);
  await replacePrograms(tx, targeting, chosen);
  await updateTargeting(tx, targeting, {});
  await auditPart(edit, 'programs', {
    before: { programs: open.filter(({ selected }) => selected).map(({ programKey }) => programKey) },
    after: { programs: chosen },
  });
};

export const savePrograms = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { programs, rowVersion }: CallBody<typeof campaignProgramSave>,
): Promise<CallResponse<typeof campaignProgramList>> =>
  savePart(deps, caller, { campaignKey, rowVersion }, (edit) => writePrograms(edit, programs), showPrograms);

const showGeo = (_: Tx, { geo, rowVersion }: TargetingRow): CallResponse<typeof campaignGeoList> => ({
  geo: geoSchema.parse(geo),
  rowVersion,
});

export const readGeo = (deps: CampaignDeps, caller: Pick<Caller, 'scope'>, campaignKey: number) =>
  read(deps, caller, campaignKey, showGeo);

const sorted = <T extends string | number>(values: readonly T[]): T[] =>
  [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1));

export const writeGeo = async (edit: Held, geo: Geo): Promise<void> => {
  const { tx, targeting } = edit;
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
  await auditPart(edit, 'geo', { before: targeting.geo, after: clean });
};

export const saveGeo = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { geo, rowVersion }: CallBody<typeof campaignGeoSave>,
): Promise<CallResponse<typeof campaignGeoList>> =>
  savePart(deps, caller, { campaignKey, rowVersion }, (edit) => writeGeo(edit, geo), showGeo);

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

export const writeAudience = async (edit: Held, audience: Audience): Promise<void> => {
  const { tx, targeting } = edit;
  const errors = audience.rules.flatMap((rule, index): FieldError[] => {
    const message = audienceRuleProblem(rule);
    return message === null ? [] : [{ field: `audience.rules.${index}`, code: 'invalid', message }];
  });
  if (errors.length > 0) throw invalid(errors);
  await updateTargeting(tx, targeting, { audience });
  await auditPart(edit, 'audience', { before: targeting.audience, after: audience });
};

export const saveAudience = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { audience, rowVersion }: CallBody<typeof campaignAudienceSave>,
): Promise<CallResponse<typeof campaignAudienceList>> =>
  savePart(deps, caller, { campaignKey, rowVersion }, (edit) => writeAudience(edit, audience), showAudience);

/** The audiences of a line item's, client's or partner's campaigns, side by side. */
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

export const writeHours = async (edit: Held, dayParting: DayParting): Promise<void> => {
  const { tx, targeting, now } = edit;
  const errors = dayPartingProblems(dayParting).map(({ day, message }): FieldError => ({
    field: `dayParting.days.${day}`,
    code: 'invalid',
    message,
  }));
  if (dayParting.timeZone !== null && !isTimeZone(dayParting.timeZone)) {
    errors.push({ field: 'dayParting.timeZone', code: 'unknown', message: 'The time zone is not known.' });
  }
  if (errors.length > 0) throw invalid(errors);
  // The time zone is stored: moving the campus does not move the hours.
  const clean = { ...dayParting, timeZone: dayParting.timeZone ?? targeting.defaultTimeZone };
  await updateTargeting(tx, targeting, { dayParting: clean });
  await updateDue(tx, targeting.ownerKey, [targeting.campaignKey], now);
  await auditPart(edit, 'dayParting', { before: targeting.dayParting, after: clean });
};

export const saveHours = (
  deps: CampaignDeps,
  caller: Caller,
  campaignKey: number,
  { dayParting, rowVersion }: CallBody<typeof campaignDaypartingSave>,
): Promise<CallResponse<typeof campaignDaypartingGet>> =>
  savePart(deps, caller, { campaignKey, rowVersion }, (edit) => writeHours(edit, dayParting), showHours);
