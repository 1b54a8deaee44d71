import {
  campaignPricesRecord,
  type CampaignPrices,
  campaignRecord,
  fileHeading,
  MAX_BID_PRICE,
  MAX_BUDGET,
  type RecordField,
} from '@paceline/contract';
import { type BulkColumn, type BulkColumnType } from '../../../shared/bulk/cell-values.rules.ts';
import { type CampaignFields, priceWarnings } from '../campaigns.rules.ts';

type Name = keyof typeof campaignRecord.fields;
const fields: Readonly<Record<Name, RecordField>> = campaignRecord.fields;
const namesOf = (record: { fields: object }): Name[] => Object.keys(record.fields) as Name[];

/** Internal keys of file columns that differ from the field's name: rows of files are stored under these keys. */
const KEYS: Partial<Record<Name, string>> = {
  name: 'campaignName',
  vendorKey: 'partnerCode',
  clientGoalKey: 'lineItem',
  channelCustomKey: 'customChannel',
  campaignReoccuring: 'rollover',
  overDeliveryPolicy: 'overDelivery',
  clientDesktopBidPrice: 'clientPriceDesktop',
  clientTabletBidPrice: 'clientPriceTablet',
  clientMobileBidPrice: 'clientPriceMobile',
  aggDesktopBidPrice: 'mediaPriceDesktop',
  aggTabletBidPrice: 'mediaPriceTablet',
  aggMobileBidPrice: 'mediaPriceMobile',
};
export const fileKey = (name: Name): string => KEYS[name] ?? name;

const PRICES = namesOf(campaignPricesRecord);
/** The fields with a column of their own whose cell holds the value; a key field's cell holds a name or code instead. */
export const FILED_FIELDS = namesOf(campaignRecord).filter(
  (name) => fields[name].file !== undefined && fields[name].kind !== 'key' && !PRICES.includes(name),
);

const TYPES: Partial<Record<RecordField['kind'], BulkColumnType>> = { day: 'date', amount: 'money', flag: 'flag' };

/** The column of a field in a file. */
export const fieldColumn = (name: Name, more: Partial<BulkColumn> = {}): BulkColumn => {
  const { kind, max, words, ...field } = fields[name];
  return {
    key: fileKey(name),
    label: fileHeading({ kind, ...field }),
    type: TYPES[kind] ?? 'text',
    ...(max !== undefined && { maxLength: max }),
    ...(words !== undefined && { choices: Object.keys(words), clearable: false }),
    ...(kind === 'amount' && { min: 0, max: PRICES.includes(name) ? MAX_BID_PRICE : MAX_BUDGET }),
    ...more,
  };
};

export const PRICE_COLUMNS = PRICES.map((name) =>
  fieldColumn(name, fileKey(name).endsWith('Desktop') ? { required: 'new' } : {}),
);

/** The columns of a record's fields that have no fixed place among these. */
export const furtherColumns = (record: { fields: object }, placed: readonly BulkColumn[]): BulkColumn[] =>
  namesOf(record)
    .filter((name) => FILED_FIELDS.includes(name) && !placed.some(({ key }) => key === fileKey(name)))
    .map((name) => fieldColumn(name));

type Cells = Readonly<Record<string, unknown>>;

/** The fields from the cells of a row; without a cell, the default of a new campaign. */
export const filedFields = (cells: Cells): CampaignFields =>
  Object.fromEntries(
    FILED_FIELDS.map((name) => [name, cells[fileKey(name)] ?? fields[name].send(fields[name].initial)]),
  );

export const filedPrices = (cells: Cells): CampaignPrices =>
  Object.fromEntries(PRICES.map((name) => [name, cells[fileKey(name)] ?? null])) as CampaignPrices;

/** A media price above the client's gets a remark and is saved. */
export const filePriceRemarks = (cells: Cells) =>
  priceWarnings(filedPrices(cells)).map(({ field, message }) => ({ column: fileKey(field), message, warning: true }));
