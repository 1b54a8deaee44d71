import { MAX_BID_PRICE, MAX_UNITS } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { auditMany } from '../../../shared/audit.ts';
import { type BulkContext, type BulkCurrent, type BulkRow, defineBulk } from '../../../shared/bulk/define-bulk.ts';
import { listSources, removeSources, upsertSources } from '../sources/sources.queries.ts';
import { tellOfBlocks } from '../sources/sources.service.ts';
import { updateTargeting } from '../targeting/targeting.queries.ts';
import { merged } from '../filing/campaign-rows.rules.ts';
import { listNamedSources, type NamedSource } from './named-campaigns.queries.ts';

const SEPARATOR = '|';
const pairOf = (id: string): { code: string; tag: string } => {
  const at = id.indexOf(SEPARATOR);
  return { code: id.slice(0, at), tag: id.slice(at + 1) };
};
const sourceOf = ({ current }: BulkRow): NamedSource => current!.values as unknown as NamedSource;

/** A file may list a source that has no rule yet. */
const load = async (
  tx: Tx,
  { ownerKey }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const namedSources = await listNamedSources(tx, ownerKey, ids.map(pairOf), { lock });
  const byPair = Map.groupBy(namedSources, ({ code, tag }) => `${code}${SEPARATOR}${tag}`);
  return new Map(
    [...byPair].map(([id, sources]): [string, BulkCurrent] => {
      const source = sources[0]!;
      return [
        id,
        {
          label: `${source.campaignName}, ${source.sourceTag}`,
          version: source.action === null ? null : 1,
          values: { ...source, several: sources.length > 1 },
        },
      ];
    }),
  );
};

const apply = async (
  tx: Tx,
  { scope, origin, ownerKey, now }: BulkContext,
  changes: readonly BulkRow[],
): Promise<void> => {
  const byCampaign = Map.groupBy(changes, (row) => sourceOf(row).campaignKey);
  for (const rows of byCampaign.values()) {
    const { campaignKey, partnerKey, campaignName, campaignCode } = sourceOf(rows[0]!);
    const place = { ownerKey, campaignKey, partnerKey };
    const before = await listSources(tx, place);
    const removed = rows
      .filter(({ after }) => after['action'] === 'REMOVE')
      .map((row) => sourceOf(row).publisherSourceKey);
    await removeSources(tx, place, removed);
    const remaining = rows.filter(({ after }) => after['action'] !== 'REMOVE');
    await upsertSources(
      tx,
      place,
      remaining.map((row) => {
        const values = merged(row.current!.values, row.after);
        return {
          publisherSourceKey: sourceOf(row).publisherSourceKey,
          action: values['action'] as 'ALLOW' | 'BLOCK',
          priceOverride: (values['priceOverride'] as number | null | undefined) ?? null,
          monthlyCap: (values['monthlyCap'] as number | null | undefined) ?? null,
          note: String(values['note'] ?? ''),
        };
      }),
    );
    await updateTargeting(tx, place, {});
    await tellOfBlocks(tx, { campaignName, campaignCode, partnerKey }, before, await listSources(tx, place));
  }
  await auditMany(
    tx,
    scope,
    origin,
    now,
    [...byCampaign].map(([campaignKey, rows]) => ({
      action: 'changeCampaign.sources',
      ownerKey,
      entity: 'campaign',
      entityKey: campaignKey,
      before: { sources: rows.map(({ before }) => before) },
      after: { sources: rows.map((row) => ({ sourceTag: sourceOf(row).sourceTag, ...row.after })) },
    })),
  );
};

export const campaignSourcesBulk = defineBulk({
  kind: 'campaignSources',
  title: 'Campaign sources',
  groups: ['ag'],
  permission: 'campaigns:Bulk',
  params: z.object({}),
  columns: [
    { key: 'campaignCode', label: 'Campaign Code', type: 'text', required: true },
    { key: 'sourceTag', label: 'Source Tag', type: 'text', required: true },
    { key: 'action', label: 'Action', type: 'text', choices: ['ALLOW', 'BLOCK', 'REMOVE'], required: true },
    { key: 'priceOverride', label: 'Price Override', type: 'money', min: 0, max: MAX_BID_PRICE },
    { key: 'monthlyCap', label: 'Monthly Cap', type: 'int', min: 0, max: MAX_UNITS },
    { key: 'note', label: 'Note', type: 'text', maxLength: 500 },
  ],
  keyColumns: ['campaignCode', 'sourceTag'],
  identify: ({ campaignCode, sourceTag }) =>
    campaignCode == null || sourceTag == null
      ? null
      : `${String(campaignCode)}${SEPARATOR}${String(sourceTag)}`.toLowerCase(),
  load,
  judgesWithErrors: true,
  validate: (row) => {
    if (row.current === null) return [];
    const { action } = sourceOf(row);
    if (row.current.values['several'] === true)
      return [{ column: 'campaignCode', message: 'Several campaigns have this code and this source.' }];
    return row.after['action'] === 'REMOVE' && action === null
      ? [{ column: 'action', message: 'The source is not in the list of the campaign.' }]
      : [];
  },
  apply,
  // A source removed from a list has lost its price, cap and note.
  undoable: false,
});
