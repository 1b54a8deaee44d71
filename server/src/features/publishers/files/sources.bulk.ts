import { hasPermission, PUBLISHER_SOURCES_KIND, TRAFFIC_TYPES } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type BulkValue } from '../../../shared/bulk/cell-values.rules.ts';
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
import { COLUMNS, FILE_FIELDS, headingOf } from './columns.ts';
import { agreeOnPublishers, fileValuesOf, fromList, unknownTraffic } from './file-rows.rules.ts';

const params = z.object({ aggregatorKey: z.int() });
type Context = BulkContext<z.output<typeof params>>;

const load = async (
  tx: Tx,
  { params: { aggregatorKey } }: Context,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  if (lock) await holdRegister(tx, aggregatorKey);
  const sourceByTag = new Map(
    (await listSourcesByTag(tx, aggregatorKey, ids, { lock })).map((source) => [
      source.sourceTag.toLowerCase(),
      source,
    ]),
  );
  return new Map(
    ids.map((id): [string, BulkCurrent] => {
      const source = sourceByTag.get(id);
      if (source === undefined) return [id, { label: id, version: null, values: {} }];
      return [id, { label: source.sourceTag, version: source.rowVersion, values: { ...fileValuesOf(source), source } }];
    }),
  );
};

const problemOf = (name: keyof typeof FILE_FIELDS, value: BulkValue | undefined): RowRemark[] => {
  if (value === undefined || value === null) return [];
  const [issue] = FILE_FIELDS[name].sent.safeParse(value).error?.issues ?? [];
  return issue === undefined
    ? []
    : [
        {
          column: name,
          message: /^\p{Lu}/u.test(issue.message) ? issue.message : `${headingOf(name)} ${issue.message}.`,
        },
      ];
};

const urlProblems = ({ after }: BulkRow): RowRemark[] => {
  const urls = fromList(String(after['landingUrls'] ?? ''));
  const heading = headingOf('landingUrls');
  const [issue] = FILE_FIELDS.landingUrls.sent.safeParse(urls).error?.issues ?? [];
  if (issue === undefined) return [];
  const [place] = issue.path;
  const subject = place === undefined ? heading : `${heading} “${urls[Number(place)]}”`;
  return [{ column: 'landingUrls', message: `${subject} ${issue.message}.` }];
};

const trafficProblems = ({ after }: BulkRow): RowRemark[] => {
  const [unknown] = unknownTraffic(String(after['trafficTypes'] ?? ''));
  if (unknown === undefined) return [];
  return [{ column: 'trafficTypes', message: `Traffic Type “${unknown}” is not one of: ${TRAFFIC_TYPES.join(', ')}.` }];
};

/** A status in a file is the same decision as on the screen: it needs the same right, and a block needs a reason. */
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
  ...problemOf('sourceTag', row.cells['sourceTag']),
  ...problemOf('publisherName', row.after['publisherName']),
  ...problemOf('displayName', row.after['displayName']),
  ...problemOf('domain', row.after['domain']),
  ...trafficProblems(row),
  ...urlProblems(row),
  ...statusProblems(row, context),
];

/** The sources of one media partner as a file: missing ones are created, with their publisher. */
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
  // Leads may refer to them by then, so sources that the file created wait for approval instead of being deleted.
  remove: withdrawSources,
});
