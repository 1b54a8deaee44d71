import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkDefinition,
  type BulkRow,
  defineBulk,
} from '../../../shared/bulk/define-bulk.ts';
import { suppressedHash, suppressedText, type SuppressedBy } from '../../../shared/intake/suppression.ts';
import { listEntries, listSuppressionLists, removeEntries } from './suppression.queries.ts';
import { upsertEntries } from '../../../shared/intake/suppression-lists.queries.ts';

const params = z.object({ listKey: z.int() });
type Params = z.output<typeof params>;
type Context = BulkContext<Params>;

const COLUMN_OF = { email: 'emailSha256', phone: 'phoneSha256' } as const;
const SHA_256 = /^[0-9a-f]{64}$/i;
const SEPARATOR = ':';

/** `email:3fa…`: the kind, and the stored form of the hash in the file. */
const partsOf = (id: string): { kind: SuppressedBy; text: string } => {
  const [kind = '', text = ''] = id.split(SEPARATOR);
  return { kind: kind === 'phone' ? 'phone' : 'email', text };
};

/** Neither the file nor its hashes are stored: phone numbers can be recovered from them by trying all. */
export const suppressionBulk = (secret: Buffer): BulkDefinition<Params> => {
  const hashColumn = (kind: SuppressedBy, label: string): BulkColumn => ({
    key: COLUMN_OF[kind],
    label,
    type: 'text',
    pattern: SHA_256,
    clearable: false,
    normal: (text) => suppressedText(secret, kind, text),
  });
  const hashOf = ({ ownerKey }: Context, id: string): Buffer => {
    const { kind, text } = partsOf(id);
    return suppressedHash(secret, ownerKey, kind, text);
  };
  const placeOf = ({ ownerKey, params: { listKey } }: Context) => ({ ownerKey, listKey });

  const load = async (
    tx: Tx,
    context: Context,
    ids: readonly string[],
    { lock }: { lock: boolean },
  ): Promise<Map<string, BulkCurrent>> => {
    const hashes = ids.map((id) => hashOf(context, id));
    const entries = await listEntries(tx, placeOf(context), hashes, lock);
    const stored = new Map(entries.map((entry) => [entry.hash.toString('hex'), entry]));
    return new Map(
      ids.map((id, index): [string, BulkCurrent] => {
        const { kind, text } = partsOf(id);
        const entry = stored.get(hashes[index]!.toString('hex'));
        const label = `${kind === 'email' ? 'Email' : 'Phone'} ${text.slice(0, 10)}…`;
        const values = entry === undefined ? {} : { [COLUMN_OF[kind]]: text, expires: entry.expiresOn };
        return [id, { label, version: entry?.rowVersion ?? null, values }];
      }),
    );
  };

  const apply = async (tx: Tx, context: Context, changes: readonly BulkRow[]): Promise<void> => {
    const entries = changes.map(({ id, after, current }) => ({
      kind: partsOf(id ?? '').kind,
      hash: hashOf(context, id ?? ''),
      expiresOn: ('expires' in after ? after['expires'] : (current?.values['expires'] ?? null)) as string | null,
    }));
    await upsertEntries(tx, placeOf(context), entries);
  };

  return defineBulk<Params>({
    kind: 'suppression',
    title: 'Suppression list',
    groups: ['ag'],
    permission: 'clients:Criteria',
    params,
    columns: [
      hashColumn('email', 'Email SHA-256'),
      hashColumn('phone', 'Phone SHA-256'),
      { key: 'expires', label: 'Expires', type: 'date' },
    ],
    keyColumns: [],
    storesFile: false,
    identify: ({ emailSha256, phoneSha256 }) => {
      if (emailSha256 != null) return `email${SEPARATOR}${String(emailSha256)}`;
      return phoneSha256 == null ? null : `phone${SEPARATOR}${String(phoneSha256)}`;
    },
    assertAllowed: async (tx, { ownerKey, params: { listKey }, now }) => {
      const lists = await listSuppressionLists(tx, ownerKey, now, listKey);
      if (lists.length === 0) throw new AppError('NOT_FOUND');
    },
    load,
    validate: ({ cells }, { now }) => [
      ...(cells['emailSha256'] != null && cells['phoneSha256'] != null
        ? [{ column: 'phoneSha256', message: 'Give either an email or a phone in a row, not both.' }]
        : []),
      ...(typeof cells['expires'] === 'string' && cells['expires'] <= now.toISOString().slice(0, 10)
        ? [{ column: 'expires', message: 'Expires is not in the future: the row would not count.' }]
        : []),
    ],
    apply,
    remove: (tx, context, changes) =>
      removeEntries(
        tx,
        placeOf(context),
        changes.map(({ id }) => hashOf(context, id ?? '')),
      ),
  });
};
