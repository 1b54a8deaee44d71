import {
  type BrandForm,
  type DedupConfig,
  dedupConfigOf,
  DEDUP_CONFIGS,
  type FieldError,
  type OwnerForm,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit, auditMany } from '../../../shared/audit.ts';
import { type Caller, type Making } from '../caller.ts';
import {
  type Brand,
  findVerticalOf,
  insertBrands,
  insertClients,
  insertDedupCriteria,
  insertModels,
  insertOwner,
  insertVendors,
  listKeysOf,
  listPlatforms,
  listVerticals,
  type MadeClient,
  type MadeModel,
  type MadeVendor,
  type NewClient,
  type NewVendor,
} from './records.queries.ts';

const refuseAll = (errors: readonly FieldError[]): void => {
  if (errors.length > 0) throw new AppError('VALIDATION', { errors: [...errors] });
};

/** The rows not inserted because their name is taken: by the owner before, or by an earlier row of the list. */
const duplicates = <Row>(
  list: readonly Row[],
  nameOf: (row: Row) => string,
  written: readonly string[],
  tell: (index: number, name: string) => FieldError,
): FieldError[] => {
  const left = new Set(written.map((name) => name.toLowerCase()));
  return list.flatMap((row, index) => (left.delete(nameOf(row).toLowerCase()) ? [] : [tell(index, nameOf(row))]));
};

export const NAME_TAKEN = 'There is an owner of this name already.';

/** Creates an owner without records. From here on the transaction works on it. */
export const makeOwner = async (
  tx: Tx,
  { scope, origin }: Caller,
  now: Date,
  form: OwnerForm,
  at = '',
): Promise<number> => {
  const refusal = (field: string, code: string, message: string): AppError =>
    new AppError('VALIDATION', { errors: [{ field: `${at}${field}`, code, message }] });
  const verticals = await listVerticals(tx);
  if (!verticals.some(({ verticalKey }) => verticalKey === form.verticalKey))
    throw refusal('verticalKey', 'unknown', 'There is no such vertical.');
  const ownerKey = await insertOwner(tx, form);
  if (ownerKey === null) throw refusal('ownerName', 'duplicate', NAME_TAKEN);
  await audit(tx, scope, origin, now, {
    action: 'ownerMade',
    ownerKey,
    entity: 'owner',
    entityKey: ownerKey,
    after: form,
  });
  return ownerKey;
};

/** In the order given. */
export const addBrands = async (making: Making, brands: readonly BrandForm[]): Promise<Brand[]> => {
  const { tx, caller, now, ownerKey } = making;
  const newBrands = await insertBrands(tx, ownerKey, brands);
  refuseAll(
    duplicates(
      brands,
      ({ brandName }) => brandName,
      newBrands.map(({ brandName }) => brandName),
      (index, name) => ({
        field: `brands.${index}.brandName`,
        code: 'duplicate',
        message: `The owner has a brand ${name} already.`,
      }),
    ),
  );
  const lines = newBrands.map(({ brandKey, brandName }) => ({
    action: 'brandMade',
    ownerKey,
    entity: 'brand',
    entityKey: brandKey,
    after: { brandName },
  }));
  await auditMany(tx, caller.scope, caller.origin, now, lines);
  const byName = new Map(newBrands.map((brand) => [brand.brandName, brand]));
  return brands.map(({ brandName }) => byName.get(brandName)!);
};

const assertAllOf = async (
  { tx, ownerKey }: Making,
  of: 'brand' | 'client',
  keys: readonly number[],
): Promise<void> => {
  const existingKeys = new Set(await listKeysOf(tx, ownerKey, of, keys));
  if (!keys.every((key) => existingKeys.has(key))) throw new AppError('NOT_FOUND');
};

/** In the order given. */
export interface MadeClients {
  clients: MadeClient[];
  models: MadeModel[];
}

export const addClients = async (
  making: Making,
  clients: readonly NewClient[],
  config: DedupConfig,
): Promise<MadeClients> => {
  const { tx, caller, now, ownerKey } = making;
  await assertAllOf(
    making,
    'brand',
    clients.map(({ brandKey }) => brandKey),
  );
  const newClients = await insertClients(tx, ownerKey, clients);
  refuseAll(
    duplicates(
      clients,
      ({ clientCode }) => clientCode,
      newClients.map(({ clientCode }) => clientCode),
      (index, code) => ({
        field: `clients.${index}.clientCode`,
        code: 'duplicate',
        message: `Another client has the code ${code}.`,
      }),
    ),
  );
  const byCode = new Map(newClients.map((client) => [client.clientCode, client]));
  const pairs = clients.map((form) => ({ form, client: byCode.get(form.clientCode)! }));
  const models = await insertModels(
    tx,
    ownerKey,
    pairs.flatMap(({ form, client }) => form.models.map((name) => ({ clientKey: client.clientKey, name }))),
  );
  if (config !== DEDUP_CONFIGS[0]) {
    const keys = newClients.map(({ clientKey }) => clientKey);
    await insertDedupCriteria(tx, ownerKey, keys, config, { by: caller.session.userKey, at: now });
  }
  const lines = pairs.map(({ form, client }) => ({
    action: 'clientMade',
    ownerKey,
    entity: 'client',
    entityKey: client.clientKey,
    after: { ...form, dedup: config.label },
  }));
  await auditMany(tx, caller.scope, caller.origin, now, lines);
  return { clients: pairs.map(({ client }) => client), models };
};

interface ClientList {
  dedupConfigKey: number;
  verticalKey: number;
  clients: readonly NewClient[];
}

/** The list in the form of its call: for the owner's own vertical, with an existing configuration. */
export const addClientList = async (making: Making, list: ClientList): Promise<MadeClients> => {
  const vertical = await findVerticalOf(making.tx, making.ownerKey);
  if (vertical === undefined) throw new AppError('NOT_FOUND');
  if (vertical.verticalKey !== list.verticalKey)
    refuseAll([{ field: 'verticalKey', code: 'other', message: `The owner’s vertical is ${vertical.verticalName}.` }]);
  const config = dedupConfigOf(list.dedupConfigKey);
  if (config === undefined) throw new AppError('NOT_FOUND');
  const repeated = list.clients.flatMap(({ models }, index): FieldError[] =>
    new Set(models.map((model) => model.toLowerCase())).size === models.length
      ? []
      : [{ field: `clients.${index}.models`, code: 'duplicate', message: 'A model is on the list twice.' }],
  );
  refuseAll(repeated);
  return addClients(making, list.clients, config);
};

export const addVendors = async (making: Making, vendors: readonly NewVendor[]): Promise<MadeVendor[]> => {
  const { tx, caller, now, ownerKey } = making;
  await assertAllOf(
    making,
    'client',
    vendors.map(({ clientKey }) => clientKey),
  );
  const platforms = new Set((await listPlatforms(tx)).map(({ platformKey }) => platformKey));
  refuseAll(
    vendors.flatMap(({ platformKey }, index): FieldError[] =>
      platforms.has(platformKey)
        ? []
        : [{ field: `vendors.${index}.platformKey`, code: 'unknown', message: 'There is no such platform.' }],
    ),
  );
  const newVendors = await insertVendors(tx, ownerKey, vendors);
  const idOf = ({ platformKey, accountId }: NewVendor | MadeVendor): string => `${platformKey} ${accountId}`;
  refuseAll(
    duplicates(vendors, idOf, newVendors.map(idOf), (index) => ({
      field: `vendors.${index}.accountId`,
      code: 'duplicate',
      message: 'The owner has this account already.',
    })),
  );
  const lines = newVendors.map(({ semClientAccountKey, ...account }) => ({
    action: 'platformAccountMade',
    ownerKey,
    entity: 'platform_account',
    entityKey: semClientAccountKey,
    after: { ...account, ...vendors.find((vendor) => idOf(vendor) === idOf({ semClientAccountKey, ...account })) },
  }));
  await auditMany(tx, caller.scope, caller.origin, now, lines);
  return newVendors;
};
