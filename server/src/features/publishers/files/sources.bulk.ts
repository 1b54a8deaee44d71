import {
  displayNameSchema,
  domainSchema,
  hasPermission,
  landingUrlSchema,
  MOST_LANDING_URLS,
  MOST_SOURCE_REASON,
  PUBLISHER_SOURCES_KIND,
  publisherNameSchema,
  SOURCE_STATUS_KEYS,
  sourceTagSchema,
  TRAFFIC_TYPES,
} from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type BulkColumn, type BulkValue } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type RowRemark,
} from '../../../shared/bulk/define-bulk.ts';
import { findPartnerName, holdRegister } from '../publishers.queries.ts';
import { listSourcesByTag } from '../sources/sources.queries.ts';
import { applySources, sourceOf, withdrawSources } from './apply-sources.ts';
import { agreeOnPublishers, fileValuesOf, fromList, normalTraffic, toList, unknownTraffic } from './file-rows.rules.ts';

const params = z.object({ aggregatorKey: z.int() });
type Context = BulkContext<z.output<typeof params>>;

const COLUMNS: readonly BulkColumn[] = [
  { key: 'publisherName', label: 'Publisher Name', type: 'text', maxLength: 100, required: 'new', clearable: false },
  { key: 'sourceTag', label: 'Source Tag', type: 'text', maxLength: 50, required: true },
  { key: 'displayName', label: 'Display Name', type: 'text', maxLength: 100, clearable: false },
  { key: 'domain', label: 'Domain', type: 'text', maxLength: 253, normal: (text) => text.toLowerCase() },
  {
    key: 'trafficTypes',
    label: 'Traffic Type',
    aliases: ['Traffic Types'],
    type: 'text',
    required: 'new',
    clearable: false,
    normal: normalTraffic,
  },
  {
    key: 'landingUrls',
    label: 'Landing URL',
    aliases: ['Landing URLs', 'Landing Pages'],
    type: 'text',
    normal: (text) => toList(fromList(text)),
  },
  { key: 'status', label: 'Status', type: 'text', choices: SOURCE_STATUS_KEYS, clearable: false },
  { key: 'statusReason', label: 'Block Reason', type: 'text', maxLength: MOST_SOURCE_REASON },
  { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
];

const load = async (
  tx: Tx,
  { params: { aggregatorKey } }: Context,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  if (lock) await holdRegister(tx, aggregatorKey);
  const found = new Map(
    (await listSourcesByTag(tx, aggregatorKey, ids, { lock })).map((source) => [
      source.sourceTag.toLowerCase(),
      source,
    ]),
  );
  return new Map(
    ids.map((id): [string, BulkCurrent] => {
      const source = found.get(id);
      if (source === undefined) return [id, { label: id, version: null, values: {} }];
      return [id, { label: source.sourceTag, version: source.rowVersion, values: { ...fileValuesOf(source), source } }];
    }),
  );
};

const problemOf = (schema: z.ZodType, value: BulkValue | undefined, column: string, label: string): RowRemark[] => {
  if (value === undefined || value === null) return [];
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue === undefined ? [] : [{ column, message: `${label} ${issue.message}.` }];
};

const urlProblems = ({ after }: BulkRow): RowRemark[] => {
  const urls = fromList(String(after['landingUrls'] ?? ''));
  if (urls.length > MOST_LANDING_URLS)
    return [{ column: 'landingUrls', message: `Landing URL may have at most ${MOST_LANDING_URLS} addresses.` }];
  return urls.flatMap((url) => problemOf(landingUrlSchema, url, 'landingUrls', `Landing URL “${url}”`)).slice(0, 1);
};

const trafficProblems = ({ after }: BulkRow): RowRemark[] => {
  const [unknown] = unknownTraffic(String(after['trafficTypes'] ?? ''));
  if (unknown === undefined) return [];
  return [{ column: 'trafficTypes', message: `Traffic Type “${unknown}” is not one of: ${TRAFFIC_TYPES.join(', ')}.` }];
};

/** A status by file is the same decision as on the screen: by the same right, and a block with a reason. */
const statusProblems = (row: BulkRow, { permissions, undoing }: Context): RowRemark[] => {
  const { after } = row;
  const before = sourceOf(row)?.ownStatus ?? null;
  const next = after['status'];
  const reason = 'statusReason' in after ? after['statusReason'] : (sourceOf(row)?.ownReason ?? null);
  const stands = next ?? before;
  if (stands !== 'BLOCKED' && after['statusReason'] != null)
    return [{ column: 'statusReason', message: 'Block Reason is for blocked sources.' }];
  if (stands === 'BLOCKED' && reason === null && !undoing)
    return [{ column: 'statusReason', message: 'Block Reason is required: the media partner is told.' }];
  if (next === undefined) return [];
  if (next === 'INACTIVE')
    return [{ column: 'status', message: 'A source becomes inactive by itself, after 180 days without traffic.' }];
  const isBlock = next === 'BLOCKED' || before === 'BLOCKED';
  return isBlock && !hasPermission(permissions, 'publishers:Block')
    ? [{ column: 'status', message: 'You may not block sources or open them again.' }]
    : [];
};

const validate = (row: BulkRow, context: Context): RowRemark[] => [
  ...problemOf(sourceTagSchema, row.cells['sourceTag'], 'sourceTag', 'Source Tag'),
  ...problemOf(publisherNameSchema, row.after['publisherName'], 'publisherName', 'Publisher Name'),
  ...problemOf(displayNameSchema, row.after['displayName'], 'displayName', 'Display Name'),
  ...problemOf(domainSchema, row.after['domain'], 'domain', 'Domain'),
  ...trafficProblems(row),
  ...urlProblems(row),
  ...statusProblems(row, context),
];

/** The sources of one media partner as a file: what it does not name yet is made, with its publisher. */
export const publisherSourcesBulk = defineBulk<z.output<typeof params>>({
  kind: PUBLISHER_SOURCES_KIND,
  title: 'Publisher sources',
  groups: ['ag'],
  permission: 'publishers:Update',
  params,
  maxRows: 5_000,
  columns: COLUMNS,
  keyColumns: ['sourceTag'],
  versionColumn: 'rowVersion',
  identify: ({ sourceTag }) => (sourceTag == null ? null : String(sourceTag).toLowerCase()),
  assertAllowed: async (tx, { params: { aggregatorKey } }) => {
    if ((await findPartnerName(tx, aggregatorKey)) === null) throw new AppError('NOT_FOUND');
  },
  prepare: (_tx, _context, rows) => Promise.resolve(agreeOnPublishers(rows)),
  load,
  judgesWithErrors: true,
  validate,
  check: (_tx, { permissions }, rows) =>
    Promise.resolve(
      hasPermission(permissions, 'publishers:Create')
        ? []
        : rows
            .filter(({ isNew }) => isNew)
            .map(({ row }) => ({ row, column: 'sourceTag', message: 'You may not make new sources.' })),
    ),
  apply: applySources,
  // Leads may name it by then: what the file made waits for somebody to approve it.
  remove: withdrawSources,
});
