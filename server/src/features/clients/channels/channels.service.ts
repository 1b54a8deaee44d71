import {
  channelUses,
  conflictsWith,
  type CustomChannel,
  type CustomChannelChange,
  type CustomChannelForm,
  customChannelRecord,
  fixedReason,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { auditRecord } from '../../../shared/records/audit-record.ts';
import {
  deleteCustomChannel,
  insertCustomChannel,
  listCustomChannels,
  lockCustomChannel,
  updateCustomChannel,
} from './channels.queries.ts';

export interface ChannelDeps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}

const refuse = (field: string, code: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code, message }] });
const nameTaken = (name: string): AppError => refuse('name', 'duplicate', `There is a custom channel ${name} already.`);

export const readCustomChannels = (
  { db, clock }: ChannelDeps,
  scope: Scope,
  ownerKey: number,
): Promise<CustomChannel[]> => db.readScope(scope, (tx) => listCustomChannels(tx, ownerKey, clock.now()));

export const makeCustomChannel = (
  { db, clock }: ChannelDeps,
  { scope, origin }: Caller,
  form: CustomChannelForm,
): Promise<{ channelCustomKey: number }> =>
  db.withScope(scope, async (tx) => {
    const channelCustomKey = await insertCustomChannel(tx, form);
    if (channelCustomKey === null) throw nameTaken(form.name);
    await auditRecord(tx, { scope, origin, now: clock.now() }, customChannelRecord, {
      action: 'customChannelMade',
      ownerKey: form.ownerKey,
      entityKey: channelCustomKey,
      after: { ...form, active: true },
    });
    return { channelCustomKey };
  });

interface Known {
  ownerKey: number;
  channelCustomKey: number;
  rowVersion: number;
}

/** The present row, locked; refused with the saved and the wanted values if it was changed since it was read. */
const holdFresh = async (tx: Tx, target: Known, now: Date, wanted: Partial<CustomChannel>): Promise<CustomChannel> => {
  const { ownerKey, channelCustomKey, rowVersion } = target;
  await lockCustomChannel(tx, ownerKey, channelCustomKey);
  const [current] = await listCustomChannels(tx, ownerKey, now, channelCustomKey);
  if (current === undefined) throw new AppError('NOT_FOUND');
  if (current.rowVersion === rowVersion) return current;
  const errors = conflictsWith(customChannelRecord, current, wanted).map((one) => ({ ...one, code: 'conflict' }));
  throw new AppError('STALE_ROW', { errors });
};

export const changeCustomChannel = (
  { db, clock }: ChannelDeps,
  { scope, origin }: Caller,
  change: CustomChannelChange,
): Promise<{ channelCustomKey: number }> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const { ownerKey, channelCustomKey } = change;
    const before = await holdFresh(tx, change, now, change);
    const fixed = fixedReason(customChannelRecord, 'channel', before);
    if (fixed !== null && change.channel !== before.channel) throw refuse('channel', 'used', fixed);
    if (!(await updateCustomChannel(tx, change))) throw nameTaken(change.name);
    const entry = { action: 'customChannelChanged', ownerKey, entityKey: channelCustomKey, before, after: change };
    await auditRecord(tx, { scope, origin, now }, customChannelRecord, entry);
    return { channelCustomKey };
  });

export const removeCustomChannel = (
  { db, clock }: ChannelDeps,
  { scope, origin }: Caller,
  target: Known,
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const before = await holdFresh(tx, target, now, {});
    if (channelUses(before) > 0)
      throw refuse('channelCustomKey', 'used', 'Campaigns have this custom channel. Deactivate it instead.');
    await deleteCustomChannel(tx, target.ownerKey, target.channelCustomKey);
    const { ownerKey, channelCustomKey: entityKey } = target;
    const entry = { action: 'customChannelDeleted', ownerKey, entityKey, before };
    await auditRecord(tx, { scope, origin, now }, customChannelRecord, entry);
    return null;
  });
