import {
  type CampusForm,
  dedupConfigOf,
  DEDUP_CONFIGS,
  type DraftBody,
  draftProblems,
  ownerFormSchema,
  typedNumber,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { zipPlace } from '../../../lib/zips/zips.ts';
import { auditMany } from '../../../shared/audit.ts';
import { assertHolds } from '../../../shared/denials.ts';
import { type Caller, type Making } from '../caller.ts';
import { addBrands, addClients, addVendors, type MadeClients, makeOwner } from '../records/make-records.ts';
import { insertCampuses, insertPartnerClients, insertPrograms, type NewCampus } from '../records/records.queries.ts';
import { listKnownProblems } from './known-problems.ts';

/** The client made from a row of the draft. */
type ClientOf = (rowId: string) => { clientKey: number; clientName: string };

const placeOf = ({ virtual, zip }: CampusForm): Pick<NewCampus, 'city' | 'state' | 'latitude' | 'longitude'> => {
  const location = virtual ? null : zipPlace(zip);
  if (location === null) return { city: null, state: null, latitude: null, longitude: null };
  return {
    city: location.place,
    state: location.state.replace('US-', ''),
    latitude: location.latitude,
    longitude: location.longitude,
  };
};

const addCampuses = async (
  { tx, caller, now, ownerKey }: Making,
  { campuses }: DraftBody,
  clientOf: ClientOf,
  models: MadeClients['models'],
): Promise<void> => {
  const rows = campuses.map(({ clientId, model, campusName, campusCode, virtual, zip }): NewCampus => {
    const { clientKey } = clientOf(clientId);
    const storedModel = models.find((one) => one.clientKey === clientKey && one.name === model.trim());
    if (storedModel === undefined) throw new Error('A campus of a model that was not made');
    const form = { campusName: campusName.trim(), campusCode: campusCode.trim(), virtual, zip: virtual ? '' : zip };
    return { ...form, ...placeOf(form), clientModelKey: storedModel.clientModelKey };
  });
  const campusKeys = new Map((await insertCampuses(tx, ownerKey, rows)).map((one) => [one.campusCode, one.campusKey]));
  const keyOf = (campusCode: string): number => campusKeys.get(campusCode.trim())!;
  await insertPrograms(
    tx,
    ownerKey,
    campuses.flatMap(({ campusCode, programs }) =>
      programs.map(({ id: _, programName, programCode, ...program }) => ({
        ...program,
        programName: programName.trim(),
        programCode: programCode.trim(),
        campusKey: keyOf(campusCode),
      })),
    ),
  );
  const lines = campuses.map(({ campusCode, campusName, programs }) => ({
    action: 'campusMade',
    ownerKey,
    entity: 'campus',
    entityKey: keyOf(campusCode),
    after: { campusName, campusCode, programs: programs.map(({ programCode }) => programCode) },
  }));
  await auditMany(tx, caller.scope, caller.origin, now, lines);
};

const addPartners = async (
  { tx, caller, now, ownerKey }: Making,
  { clients, partners }: DraftBody,
  clientOf: ClientOf,
): Promise<void> => {
  const all = clients.map(({ id }) => id);
  const pairs = partners.flatMap(({ mediaPartnerKey, clientIds }) =>
    (clientIds.length === 0 ? all : clientIds).map((id) => ({ partnerKey: mediaPartnerKey, ...clientOf(id) })),
  );
  await insertPartnerClients(tx, ownerKey, pairs, now);
  const lines = pairs.map(({ partnerKey, clientName }) => ({
    action: 'partner.clientStatus',
    ownerKey,
    entity: 'media_partner',
    entityKey: partnerKey,
    before: { client: clientName, clientStatus: null },
    after: { client: clientName, clientStatus: 'ACTIVE' },
  }));
  await auditMany(tx, caller.scope, caller.origin, now, lines);
};

/** Mapping partners and adding ad accounts need rights of their own, besides that to create clients. */
const assertMayMake = (caller: Caller, { partners, vendors }: DraftBody): void => {
  if (partners.length > 0) assertHolds(caller, 'partners:Update');
  if (vendors.length > 0) assertHolds(caller, 'tradingplatforms:Update');
};

/** Creates the owner with all records of a draft, in the given transaction. */
export const makeFromDraft = async (tx: Tx, caller: Caller, now: Date, draft: DraftBody): Promise<number> => {
  assertMayMake(caller, draft);
  const errors = [...draftProblems(draft), ...(await listKnownProblems(tx, draft))];
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
  const form = ownerFormSchema.parse({
    ...draft.owner,
    dedupPeriodInDays: typedNumber(draft.owner.dedupPeriodInDays),
  });
  const ownerKey = await makeOwner(tx, caller, now, form, 'owner.');
  const making = { tx, caller, now, ownerKey };
  const brands = await addBrands(
    making,
    draft.brands.map(({ brandName }) => ({ brandName: brandName.trim() })),
  );
  const brandKeys = new Map(draft.brands.map(({ id }, index) => [id, brands[index]!.brandKey]));
  const newClients = await addClients(
    making,
    draft.clients.map(({ brandId, clientName, clientCode, models }) => ({
      brandKey: brandKeys.get(brandId)!,
      clientName: clientName.trim(),
      clientCode: clientCode.trim(),
      models: models.map((model) => model.trim()),
    })),
    dedupConfigOf(draft.dedupConfigKey) ?? DEDUP_CONFIGS[0],
  );
  const clients = new Map(draft.clients.map(({ id }, index) => [id, newClients.clients[index]!]));
  const clientOf: ClientOf = (id) => clients.get(id)!;
  if (draft.education === 'hand') await addCampuses(making, draft, clientOf, newClients.models);
  await addPartners(making, draft, clientOf);
  if (draft.vendors.length > 0)
    await addVendors(
      making,
      draft.vendors.map(({ platformKey, clientId, accountId, accountName, feePercent }) => ({
        platformKey: platformKey!,
        clientKey: clientOf(clientId).clientKey,
        accountId: accountId.trim(),
        accountName: accountName.trim(),
        feePercent: Number(feePercent),
      })),
    );
  return ownerKey;
};
