import { PLATFORM_CHANNELS, platformCampaignRecord } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { loadToday } from '../../../metrics/periods/period-facts.ts';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type BulkContext,
  type BulkRow,
  defineBulk,
  type FileRemark,
  isRead,
} from '../../../shared/bulk/define-bulk.ts';
import { heldSince } from '../codes/codes.service.ts';
import { applyCampaigns, checkDates, removeCampaigns, writingOf } from '../filing/apply-campaigns.ts';
import { codeRemark, dateRemarks, merged } from '../filing/campaign-rows.rules.ts';
import { codeRemarks } from '../filing/file-codes.rules.ts';
import { fieldColumn, furtherColumns } from '../filing/file-fields.rules.ts';
import { loadCampaigns, openRow, resolveFields } from '../filing/file-rows.ts';
import { type FileNames, getFileNames, listCodeHolders, nameOf } from '../filing/file-names.queries.ts';
import {
  type FileAccount,
  getAccountNames,
  listPlatformLinks,
  type PlatformLink,
  removeLinks,
  upsertLinks,
} from '../filing/platform-names.queries.ts';
import { type FiledCampaign } from '../filing/write-campaigns.queries.ts';

const REQUIRED = { required: 'new' } as const;
const PLACED: readonly BulkColumn[] = [
  { key: 'campaignKey', label: 'Campaign Key', type: 'key' },
  { key: 'channel', label: 'Channel', type: 'text', choices: PLATFORM_CHANNELS, ...REQUIRED },
  { key: 'tradingPlatform', label: 'Trading Platform', type: 'text', ...REQUIRED },
  { key: 'accountId', label: 'Account Id', type: 'text', ...REQUIRED },
  { key: 'platformCampaignId', label: 'Platform Campaign Id', type: 'text', maxLength: 100, ...REQUIRED },
  { key: 'platformCampaignName', label: 'Platform Campaign Name', type: 'text', context: true },
  fieldColumn('name', REQUIRED),
  fieldColumn('campaignCode', REQUIRED),
  fieldColumn('clientCampaignCode'),
  fieldColumn('clientGoalKey', REQUIRED),
  fieldColumn('channelCustomKey'),
  fieldColumn('monthlyBudget', REQUIRED),
  fieldColumn('startDate', { clearable: false }),
  fieldColumn('endDate'),
];
const isInFile = ({ key }: BulkColumn): boolean => key !== 'rollover';
export const PLATFORM_COLUMNS: readonly BulkColumn[] = [
  ...PLACED,
  ...furtherColumns(platformCampaignRecord, PLACED).filter(isInFile),
  { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
];
/** Where a campaign buys is fixed: to buy elsewhere, create another campaign. */
const FIXED = ['channel', 'tradingPlatform', 'accountId', 'platformCampaignId'];

interface Names extends FileNames {
  accounts: ReadonlyMap<string, FileAccount>;
}

const getNames = async (tx: Tx, ownerKey: number): Promise<Names> => ({
  ...(await getFileNames(tx, ownerKey)),
  accounts: await getAccountNames(tx, ownerKey),
});

const validate = (row: BulkRow): { column: string; message: string }[] => {
  const values = merged(row.current?.values ?? null, row.after);
  const fixed = row.isNew ? [] : PLATFORM_COLUMNS.filter(({ key }) => FIXED.includes(key) && key in row.after);
  return [
    ...codeRemark(row.after['campaignCode'] ?? null),
    ...(row.isNew ? dateRemarks(values) : []),
    ...fixed.map(({ key, label }) => ({ column: key, message: `${label} of a campaign cannot be changed by a file.` })),
  ];
};

interface Resolved {
  filed: FiledCampaign;
  externalId: string;
  platformName: string;
  remarks: FileRemark[];
}

const resolve = (row: BulkRow, names: Names, today: string): Resolved => {
  const opened = openRow(row);
  const { current, values, remarks, wrong } = opened;
  const text = (column: string): string => String(values[column] ?? '');

  const account = names.accounts.get(nameOf(text('tradingPlatform'), text('accountId')));
  if (row.isNew && account === undefined && isRead(row, 'tradingPlatform', 'accountId'))
    wrong('accountId', `Account Id ${text('accountId')} is not known on ${text('tradingPlatform')}.`);
  if (row.isNew && account !== undefined && isRead(row, 'channel') && account.channel !== values['channel']) {
    wrong('channel', `Account Id ${text('accountId')} belongs to the channel ${account.channel}.`);
  }
  const isChannelRead = isRead(row, 'channel');
  const { filed } = resolveFields(row, opened, names, text('channel'), { isChannelRead });
  return {
    remarks,
    externalId: text('platformCampaignId'),
    platformName: String(row.cells['platformCampaignName'] ?? text('campaignName')),
    filed: {
      ...filed,
      vendorKey: null,
      semClientAccountKey: current?.semClientAccountKey ?? account?.accountKey ?? null,
      startDate: text('startDate') || today,
      // The file holds everything the campaign needs.
      activate: true,
    },
  };
};

const linkRemarks = (
  resolved: readonly (Resolved & { row: BulkRow })[],
  links: ReadonlyMap<string, PlatformLink>,
): FileRemark[] => {
  const first = new Map<string, number>();
  return resolved.flatMap(({ row, filed, externalId }): FileRemark[] => {
    if (!row.isNew || filed.semClientAccountKey === null || !isRead(row, 'platformCampaignId')) return [];
    const place = nameOf(filed.semClientAccountKey, externalId);
    const link = links.get(place);
    const wrong = (message: string): FileRemark[] => [{ row: row.row, column: 'platformCampaignId', message }];
    if (link?.campaignKey)
      return wrong(
        `Platform Campaign Id ${externalId} is already linked to ${link.campaignName ?? 'another campaign'}.`,
      );
    const earlier = first.get(place);
    if (earlier !== undefined) return wrong(`Platform Campaign Id ${externalId} is in row ${earlier} as well.`);
    first.set(place, row.row);
    return [];
  });
};

const wantedLinks = (resolved: readonly Resolved[]) =>
  resolved.flatMap(({ filed: { semClientAccountKey: accountKey }, externalId }) =>
    accountKey === null ? [] : [{ accountKey, externalId }],
  );

const check = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<FileRemark[]> => {
  const { ownerKey, now } = context;
  const names = await getNames(tx, ownerKey);
  const resolved = rows.map((row) => ({ row, ...resolve(row, names, '') }));
  // An unreadable code has its own remark and is not checked for duplicates.
  const wanted = resolved.filter(({ row }) => isRead(row, 'campaignCode')).map(({ filed }) => filed);
  const codes = wanted.map(({ campaignCode }) => campaignCode);
  const holders = await listCodeHolders(tx, ownerKey, codes, heldSince(now));
  const links = await listPlatformLinks(tx, ownerKey, wantedLinks(resolved));
  return [
    ...resolved.flatMap(({ remarks }) => remarks),
    ...codeRemarks(wanted, holders),
    ...linkRemarks(resolved, links),
    ...(await checkDates(
      tx,
      context,
      rows.filter((row) => isRead(row, 'startDate', 'endDate')),
    )),
  ];
};

export const platformCampaignsBulk = defineBulk({
  kind: 'platformCampaigns',
  title: 'PPC, social and programmatic display campaigns',
  groups: ['ag'],
  permission: 'campaigns:Bulk',
  params: z.object({}),
  columns: PLATFORM_COLUMNS,
  keyColumns: ['campaignKey'],
  versionColumn: 'rowVersion',
  creates: true,
  load: loadCampaigns((channel) => channel !== 'ppl' && channel !== 'email'),
  judgesWithErrors: true,
  validate,
  check,
  apply: async (tx, context, changes) => {
    const { ownerKey, now } = context;
    const names = await getNames(tx, ownerKey);
    const { today } = await loadToday(tx, ownerKey, now);
    const resolved = changes.map((row) => ({ row, ...resolve(row, names, today.toString()) }));
    const newCampaigns = await applyCampaigns(
      tx,
      context,
      resolved.map(({ row, filed }) => ({
        row,
        filed,
        targeting: { programs: null, states: null },
        prices: null,
        planOf: () => null,
      })),
    );
    await upsertLinks(
      tx,
      ownerKey,
      resolved.flatMap(({ row, filed: { semClientAccountKey: accountKey }, externalId, platformName }) => {
        const campaignKey = newCampaigns.get(row.row);
        return campaignKey === undefined || accountKey === null
          ? []
          : [{ accountKey, externalId, name: platformName, campaignKey: Number(campaignKey) }];
      }),
    );
    return { newKeys: newCampaigns };
  },
  remove: async (tx, context, changes) => {
    await removeLinks(
      tx,
      context.ownerKey,
      changes.map(({ id }) => Number(id)),
    );
    await removeCampaigns(tx, context, writingOf(context), changes);
  },
});
