import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type FileRemark,
  isRead,
} from '../../../shared/bulk/define-bulk.ts';
import { campaignStatus } from '../../../shared/campaign-status/campaign-status.rules.ts';
import { getStatusContext, listStatusInputs } from '../../../shared/campaign-status/status.queries.ts';
import { moveCampaigns, refusalError, stateOf } from '../../../shared/campaign-status/moves/move-campaigns.ts';
import { type Move, moveOf, type MoveState, planMove } from '../../../shared/campaign-status/moves/moves.rules.ts';
import { listLocked } from '../../../shared/campaign-status/moves/moves.queries.ts';
import { type FileValues } from '../filing/campaign-rows.rules.ts';
import { listByCode, listByKey, type NamedCampaign } from './named-campaigns.queries.ts';

const keyOf = ({ current }: BulkRow): number => Number(current?.entity);

/** By key or code. Digits are a key first, and a code only where no campaign has that key. */
const findNamed = async (tx: Tx, ownerKey: number, names: readonly string[]): Promise<Map<string, NamedCampaign[]>> => {
  const keys = names.filter((name) => /^[1-9]\d{0,8}$/.test(name)).map(Number);
  const matches = Map.groupBy(await listByKey(tx, ownerKey, keys), ({ named }) => named);
  const codes = await listByCode(
    tx,
    ownerKey,
    names.filter((name) => !matches.has(name)),
  );
  for (const [named, campaigns] of Map.groupBy(codes, (one) => one.named)) matches.set(named, campaigns);
  return matches;
};

const load = async (
  tx: Tx,
  { ownerKey }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const matches = await findNamed(tx, ownerKey, ids);
  if (lock)
    await listLocked(
      tx,
      ownerKey,
      [...matches.values()].flat().map(({ campaignKey }) => campaignKey),
    );
  return new Map(
    [...matches].map(([named, campaigns]): [string, BulkCurrent] => {
      const { campaignKey, name, rowVersion } = campaigns[0]!;
      const several = campaigns.length > 1;
      return [
        named,
        { label: name, version: rowVersion, values: { several }, entity: several ? named : String(campaignKey) },
      ];
    }),
  );
};

/** The move that a row of the file requests, as the buttons would send it. */
const moveFor = ({ after }: BulkRow, state: Pick<MoveState, 'statuses' | 'today'>): Move => {
  const { action, startDate = null, endDate = null, reason = '' } = after as FileValues;
  const dates = {
    startDate: startDate as string | null,
    endDate: endDate as string | null,
    reason: String(reason ?? ''),
  };
  if (action === 'END') return { action, endDate: dates.endDate ?? state.today };
  return moveOf({ isPaused: action === 'PAUSE', ...dates }, state);
};

const check = async (
  tx: Tx,
  { scope, ownerKey, now }: BulkContext,
  rows: readonly BulkRow[],
): Promise<FileRemark[]> => {
  const context = await getStatusContext(tx, scope, ownerKey, now);
  const inputs = await listStatusInputs(tx, context, rows.map(keyOf).filter(Number.isInteger));
  return rows.flatMap((row): FileRemark[] => {
    const input = inputs.get(keyOf(row));
    // Without a readable action and dates the move is unknown.
    if (input === undefined || !isRead(row, 'action', 'startDate', 'endDate')) return [];
    const state = stateOf(input, campaignStatus(input, context.clock), context.clock);
    const planned = planMove(moveFor(row, state), state);
    if (!('refused' in planned)) return [];
    const { field, message } = planned.refused;
    return [{ row: row.row, column: field ?? 'action', message }];
  });
};

export const campaignStatusesBulk = defineBulk({
  kind: 'campaignStatuses',
  title: 'Campaign statuses',
  groups: ['ag'],
  permission: 'campaigns:Bulk',
  params: z.object({}),
  columns: [
    {
      key: 'campaign',
      label: 'Campaign Key or Code',
      aliases: ['Campaign Key', 'Campaign Code', 'Campaign'],
      type: 'text',
      required: true,
    },
    { key: 'action', label: 'Action', type: 'text', choices: ['PAUSE', 'RESUME', 'END'], required: true },
    { key: 'startDate', label: 'Start Date', type: 'date' },
    { key: 'endDate', label: 'End Date', type: 'date' },
    { key: 'reason', label: 'Reason', type: 'text', maxLength: 500 },
  ],
  keyColumns: ['campaign'],
  identify: ({ campaign }) => (campaign == null ? null : String(campaign).toLowerCase()),
  load,
  judgesWithErrors: true,
  validate: ({ current }) =>
    current?.values['several'] === true
      ? [{ column: 'campaign', message: 'Several campaigns have this code. Use the campaign key.' }]
      : [],
  check,
  apply: async (tx, { scope, origin, ownerKey, now }, changes) => {
    const context = await getStatusContext(tx, scope, ownerKey, now);
    const rows = new Map(changes.map((row) => [keyOf(row), row]));
    const moved = await moveCampaigns(tx, { scope, origin, context }, [...rows.keys()], (state, key) =>
      moveFor(rows.get(key)!, state),
    );
    const refused = moved.find((one) => one.refused !== null)?.refused;
    if (refused) throw refusalError(refused);
  },
  // A paused campaign did not run meanwhile: that cannot be undone, only resumed.
  undoable: false,
});
