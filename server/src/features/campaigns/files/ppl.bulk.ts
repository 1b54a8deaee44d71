import { hasPermission, MAX_UNITS, pplCampaignRecord } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import { type BulkContext, type BulkRow, defineBulk, type FileRemark } from '../../../shared/bulk/define-bulk.ts';
import { heldSince } from '../codes/codes.service.ts';
import { applyCampaigns, checkDates, removeCampaigns, writingOf } from '../filing/apply-campaigns.ts';
import {
  codeRemark,
  dateRemarks,
  type FileValues,
  merged,
  normalList,
  normalStates,
  partsOf,
  stateRemarks,
} from '../filing/campaign-rows.rules.ts';
import { codeRemarks } from '../filing/file-codes.rules.ts';
import { fieldColumn, filePriceRemarks, furtherColumns, PRICE_COLUMNS } from '../filing/file-fields.rules.ts';
import { loadCampaigns, openRow, resolveFields } from '../filing/file-rows.ts';
import { type FileNames, getFileNames, listCodeHolders, nameOf } from '../filing/file-names.queries.ts';
import { type FiledCampaign, type FiledPlan } from '../filing/write-campaigns.queries.ts';

const units = (key: string, label: string): BulkColumn => ({ key, label, type: 'int', min: 0, max: MAX_UNITS });

const PLAN_COLUMNS: readonly BulkColumn[] = [
  units('monthlyCapacity', 'Monthly Capacity'),
  units('monthlyAllocation', 'Monthly Allocation'),
  units('monthlySoft', 'Monthly Soft'),
  units('weeklySoft', 'Weekly Soft'),
  units('dailyAllocation', 'Daily Allocation'),
  units('weeklyAllocation', 'Weekly Allocation'),
];
const priceKeys = new Set(PRICE_COLUMNS.map(({ key }) => key));
const planKeys = PLAN_COLUMNS.map(({ key }) => key) as (keyof FiledPlan)[];

const REQUIRED = { required: 'new' } as const;
const PLACED: readonly BulkColumn[] = [
  { key: 'campaignKey', label: 'Campaign Key', type: 'key' },
  fieldColumn('name', REQUIRED),
  fieldColumn('campaignCode', REQUIRED),
  fieldColumn('clientCampaignCode', REQUIRED),
  fieldColumn('vendorKey', REQUIRED),
  fieldColumn('clientGoalKey', REQUIRED),
  fieldColumn('channelCustomKey'),
  fieldColumn('leadSourceType'),
  fieldColumn('startDate', REQUIRED),
  fieldColumn('endDate'),
  fieldColumn('campaignReoccuring', { aliases: ['Rollover (Y/N)'], ...REQUIRED }),
  ...PRICE_COLUMNS,
  ...PLAN_COLUMNS,
  fieldColumn('overDeliveryPolicy'),
  { key: 'programs', label: 'Programs', aliases: ['Programs (;)'], type: 'text', normal: normalList },
  { key: 'states', label: 'States', aliases: ['States (;)'], type: 'text', normal: normalStates },
];
export const PPL_COLUMNS: readonly BulkColumn[] = [
  ...PLACED,
  ...furtherColumns(pplCampaignRecord, PLACED),
  { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
];

const validate = (row: BulkRow): { column: string; message: string; warning?: boolean }[] => {
  const values = merged(row.current?.values ?? null, row.after);
  const changesPlan = row.isNew ? [] : PLAN_COLUMNS.filter(({ key }) => key in row.after);
  const changesPrice = Object.keys(row.after).some((key) => priceKeys.has(key));
  return [
    ...codeRemark(row.after['campaignCode'] ?? null),
    ...(row.isNew ? dateRemarks(values) : []),
    ...stateRemarks(row.after['states'] ?? null),
    ...(changesPrice ? filePriceRemarks(values) : []),
    ...changesPlan.map(({ key, label }) => ({
      column: key,
      message: `column ${label} cannot be changed in the current month.`,
    })),
  ];
};

/** A row with keys in place of names, and the remarks about names that were not found. */
const resolve = (
  row: BulkRow,
  names: FileNames,
): { filed: FiledCampaign; programs: number[] | null; remarks: FileRemark[] } => {
  const opened = openRow(row);
  const { current, values, remarks, wrong } = opened;
  const partner = names.partners.get(nameOf(String(values['partnerCode'])));
  if ('partnerCode' in row.after) {
    if (partner === undefined) wrong('partnerCode', `Partner Code ${String(values['partnerCode'])} is not known.`);
    if (current?.activatedAt)
      wrong('partnerCode', 'The media partner of a campaign that was activated cannot be changed.');
  }
  const { filed, clientKey } = resolveFields(row, opened, names, 'ppl');
  // Programs are looked up by the line item's client.
  const programs = 'programs' in row.after && clientKey !== 0 ? partsOf(values['programs']) : null;
  const programKeys = programs?.map((code) => names.programs.get(nameOf(clientKey, code)));
  programs?.forEach((code, index) => {
    if (programKeys?.[index] === undefined) wrong('programs', `Program ${code} is not one of the client.`);
  });
  return {
    remarks,
    programs: programKeys?.flatMap((keys) => keys ?? []) ?? null,
    filed: {
      ...filed,
      vendorKey: ('partnerCode' in row.after ? partner?.partnerKey : filed.vendorKey) ?? null,
      semClientAccountKey: null,
    },
  };
};

const check = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<FileRemark[]> => {
  const names = await getFileNames(tx, context.ownerKey);
  const resolved = rows.map((row) => resolve(row, names));
  // An unreadable code has its own remark and is not checked for duplicates.
  const wanted = resolved
    .filter((_, index) => rows[index]?.current !== null || rows[index]?.after['campaignCode'] != null)
    .map(({ filed }) => filed)
    .filter(({ vendorKey }) => vendorKey !== null);
  const codes = wanted.map(({ campaignCode }) => campaignCode);
  const holders = await listCodeHolders(tx, context.ownerKey, codes, heldSince(context.now));
  return [
    ...resolved.flatMap(({ remarks }) => remarks),
    ...codeRemarks(wanted, holders),
    ...(await checkDates(tx, context, rows)),
  ];
};

const planOf = (row: BulkRow, campaignKey: number): FiledPlan | null => {
  const values = merged(null, row.after);
  if (!planKeys.some((key) => values[key] != null)) return null;
  const plan = Object.fromEntries(planKeys.map((key) => [key, values[key] ?? null]));
  return { ...plan, campaignKey } as unknown as FiledPlan;
};

export const pplCampaignsBulk = defineBulk({
  kind: 'pplCampaigns',
  title: 'PPL campaigns',
  groups: ['ag'],
  permission: 'campaigns:Bulk',
  params: z.object({}),
  columns: PPL_COLUMNS,
  keyColumns: ['campaignKey'],
  versionColumn: 'rowVersion',
  creates: true,
  editable: (column, { permissions }) =>
    !priceKeys.has(column) || hasPermission(permissions, 'campaigns:Price') || 'needs the right to change prices.',
  load: loadCampaigns((channel) => channel === 'ppl', { hasPlan: true }),
  judgesWithErrors: true,
  validate,
  check,
  apply: async (tx, context, changes) => {
    const names = await getFileNames(tx, context.ownerKey);
    const newKeys = await applyCampaigns(
      tx,
      context,
      changes.map((row) => {
        const { filed, programs } = resolve(row, names);
        const states = 'states' in row.after ? partsOf((row.after as FileValues)['states']) : null;
        const values = merged(row.current?.values ?? null, row.after);
        const setsPrice = Object.keys(row.after).some((key) => priceKeys.has(key));
        return { row, filed, targeting: { programs, states }, prices: setsPrice ? values : null, planOf };
      }),
    );
    return { newKeys };
  },
  remove: (tx, context, changes) => removeCampaigns(tx, context, writingOf(context), changes),
});
