import {
  accountPlace,
  connectionPlace,
  contactPlace,
  credentialPlace,
  filePartPlace,
  filePlace,
  personPlace,
  pushKeyPlace,
  RECOGNITION_PLACE,
  type SealedPlace,
  webhookPlace,
} from '../../lib/secrets/seal.ts';
import { systemName } from '../providers/accounts.queries.ts';

/** A column with sealed values, and how to reseal it. */
export interface SealedColumn {
  table: string;
  /** Key columns of the row, with their types. */
  keys: Readonly<Record<string, string>>;
  /** Expression for the sealed bytes of a row `t`. */
  read: string;
  /** Assignment that stores the new bytes, `n.resealed`, in the row. */
  write: string;
  /** Condition for rows with a sealed value. */
  where: string;
  /** Further expressions over a row `t` that define its sealed place. */
  also: Readonly<Record<string, string>>;
  /** Rows resealed per transaction: few where they are large. */
  batch: number;
  place: (row: Readonly<Record<string, string>>) => SealedPlace;
}

const MANY = 500;
const FEW = 8;

const plain = (column: string): Pick<SealedColumn, 'read' | 'write' | 'where'> => ({
  read: `t.${column}`,
  write: `${column} = n.resealed`,
  where: `t.${column} is not null`,
});
const numbered = (column: string): Pick<SealedColumn, 'read' | 'write' | 'where'> => ({
  ...plain(column),
  write: `${column} = n.resealed, key_id = app.sealed_with(n.resealed)`,
});
const owner = (row: Readonly<Record<string, string>>): number => Number(row['owner_key']);

/** Every column with sealed values: `rotate.test.ts` fails when one is missing. */
export const SEALED_COLUMNS: Readonly<Record<string, SealedColumn>> = {
  people: {
    table: 'lead_person',
    keys: { owner_key: 'int', captured_date: 'date', lead_key: 'bigint' },
    ...numbered('sealed'),
    also: {},
    batch: MANY,
    place: (row) => personPlace({ ownerKey: owner(row), leadKey: Number(row['lead_key']) }),
  },
  'rows without a lead': {
    table: 'milestone_unmatched',
    keys: { owner_key: 'int', unmatched_key: 'int' },
    ...numbered('sealed'),
    also: { digest: `encode(t.digest, 'hex')` },
    batch: MANY,
    place: (row) => contactPlace({ ownerKey: owner(row), digest: row['digest']! }),
  },
  'rows of files': {
    table: 'bulk_import_row',
    keys: { owner_key: 'int', import_key: 'int', row: 'int' },
    read: `decode(t.cells ->> 'sealed', 'base64')`,
    // Postgres adds line breaks to long base64.
    write: `cells = jsonb_set(t.cells, '{sealed}', to_jsonb(translate(encode(n.resealed, 'base64'), e'\\n', '')))`,
    where: `t.cells ? 'sealed'`,
    also: { digest: `t.cells ->> 'digest'` },
    batch: MANY,
    place: (row) => contactPlace({ ownerKey: owner(row), digest: row['digest']! }),
  },
  files: {
    table: 'bulk_import',
    keys: { owner_key: 'int', import_key: 'int' },
    ...plain('file'),
    where: 't.names_people and t.file is not null',
    also: {},
    batch: FEW,
    place: (row) => filePlace(owner(row)),
  },
  'parts of exports': {
    table: 'lead_export_part',
    keys: { owner_key: 'int', export_key: 'int', place: 'int' },
    ...plain('sealed'),
    also: {},
    batch: FEW,
    place: (row) =>
      filePartPlace({ ownerKey: owner(row), exportKey: Number(row['export_key']), place: Number(row['place']) }),
  },
  'credentials of endpoints': {
    table: 'delivery_endpoint',
    keys: { owner_key: 'int', endpoint_key: 'int' },
    ...plain('secret'),
    also: {},
    batch: MANY,
    place: (row) => credentialPlace({ ownerKey: owner(row), endpointKey: Number(row['endpoint_key']) }),
  },
  accounts: {
    table: 'provider_account',
    keys: { owner_key: 'int', provider: 'text' },
    ...numbered('sealed'),
    also: {},
    batch: MANY,
    place: (row) => accountPlace({ ownerKey: owner(row), provider: row['provider']! }),
  },
  'accounts of client systems': {
    table: 'client_crm_account',
    keys: { owner_key: 'int', client_key: 'int' },
    ...numbered('sealed'),
    also: {},
    batch: MANY,
    place: (row) => accountPlace({ ownerKey: owner(row), provider: systemName(Number(row['client_key'])) }),
  },
  'secrets of webhooks': {
    table: 'webhook',
    keys: { webhook_key: 'int' },
    ...plain('secret'),
    also: {},
    batch: MANY,
    place: (row) => webhookPlace(Number(row['webhook_key'])),
  },
  'old secrets of webhooks': {
    table: 'webhook',
    keys: { webhook_key: 'int' },
    ...plain('old_secret'),
    also: {},
    batch: MANY,
    place: (row) => webhookPlace(Number(row['webhook_key'])),
  },
  'credentials of ad accounts': {
    table: 'platform_connection',
    keys: { owner_key: 'int', account_key: 'int' },
    ...numbered('sealed'),
    also: {},
    batch: MANY,
    place: (row) => connectionPlace({ ownerKey: owner(row), accountKey: Number(row['account_key']) }),
  },
  'keys of pushed files': {
    table: 'platform_push_key',
    keys: { owner_key: 'int', key_id: 'text' },
    ...plain('secret'),
    also: {},
    batch: MANY,
    place: (row) => pushKeyPlace({ ownerKey: owner(row), keyId: row['key_id']! }),
  },
  'the key that recognises': {
    table: 'recognition_key',
    keys: { only_row: 'boolean' },
    ...plain('sealed'),
    also: {},
    batch: 1,
    place: () => RECOGNITION_PLACE,
  },
};
