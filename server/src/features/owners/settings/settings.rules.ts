import {
  type DefaultSettingValues,
  OWNER_SETTINGS,
  type OwnerSettingName,
  ownerVariantSchema,
  type OwnVariant,
  presetOf,
  type StoredSettingValues,
  variantOf,
} from '@paceline/contract';

export type ColumnValues = Pick<
  StoredSettingValues,
  'ownerName' | 'description' | 'verticalKey' | 'timeZone' | 'dedupDays' | 'unknownSources' | 'ordersRequired'
>;

/** An owner's settings as stored. */
export interface StoredOwner extends ColumnValues {
  rowVersion: number;
  variant: string | null;
  settings: OwnVariant;
}

const fallback = <Name extends 'description' | 'dedupDays' | 'unknownSources' | 'ordersRequired'>(name: Name) =>
  OWNER_SETTINGS[name].fallback as DefaultSettingValues[Name];

export const defaultsOf = ({ variant }: Pick<StoredOwner, 'variant'>): DefaultSettingValues => ({
  description: fallback('description'),
  dedupDays: fallback('dedupDays'),
  unknownSources: fallback('unknownSources'),
  ordersRequired: fallback('ordersRequired'),
  ...presetOf(variant),
});

export const valuesOf = (owner: StoredOwner): StoredSettingValues => {
  const { ownerName, description, verticalKey, timeZone, dedupDays, unknownSources, ordersRequired } = owner;
  const columns = { ownerName, description, verticalKey, timeZone, dedupDays, unknownSources, ordersRequired };
  return { ...columns, ...variantOf(owner) };
};

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of a list of widgets has no meaning. */
const plain = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? [...new Set(value.map(String))].toSorted(byCode) : value);
export const isSameValue = (a: unknown, b: unknown): boolean => plain(a) === plain(b);

const isOfVariant = (name: OwnerSettingName): boolean => name in ownerVariantSchema.shape;

interface Change {
  name: OwnerSettingName;
  before: unknown;
  after: unknown;
  own: unknown;
}

/** The changes of a save. A value equal to the default is not stored for the owner. */
export const changesOf = (
  before: StoredSettingValues,
  defaults: DefaultSettingValues,
  wanted: Partial<Record<OwnerSettingName, unknown>>,
): Change[] =>
  (Object.keys(wanted) as OwnerSettingName[]).flatMap((name) => {
    const value = wanted[name];
    if (value === undefined || isSameValue(value, before[name])) return [];
    const isDefault = isSameValue(value, (defaults as Partial<Record<OwnerSettingName, unknown>>)[name]);
    return [{ name, before: before[name], after: value, own: isOfVariant(name) && !isDefault ? value : null }];
  });
