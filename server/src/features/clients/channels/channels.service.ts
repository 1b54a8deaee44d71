import {
  type CustomChannel,
  type CustomChannelChange,
  type CustomChannelForm,
  type FieldError,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope.ts';
import { type Database, type Tx } from '../../../db/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
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

const ENTITY = 'custom_channel';
const fieldsOf = ({
  name,
  channel,
  colour,
  active,
}: Pick<CustomChannel, 'name' | 'channel' | 'colour' | 'active'>) => ({
  name,
  channel,
  colour,
  active,
});

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
    await audit(tx, scope, origin, clock.now(), {
      action: 'customChannelMade',
      ownerKey: form.ownerKey,
      entity: ENTITY,
      entityKey: channelCustomKey,
      after: fieldsOf({ ...form, active: true }),
    });
    return { channelCustomKey };
  });

interface Known {
  ownerKey: number;
  channelCustomKey: number;
  rowVersion: number;
}

/** As it is now, locked; refused where somebody else has changed it since it was read, with what is saved and what was wanted. */
const holdFresh = async (tx: Tx, known: Known, now: Date, wanted: Partial<CustomChannel>): Promise<CustomChannel> => {
  const { ownerKey, channelCustomKey, rowVersion } = known;
  await lockCustomChannel(tx, ownerKey, channelCustomKey);
  const [current] = await listCustomChannels(tx, ownerKey, now, channelCustomKey);
  if (current === undefined) throw new AppError('NOT_FOUND');
  if (current.rowVersion === rowVersion) return current;
  const saved = fieldsOf(current);
  const errors = Object.entries(saved).flatMap(([field, value]): FieldError[] => {
    const yours = wanted[field as keyof typeof saved];
    return yours === undefined || yours === value
      ? []
      : [{ field, code: 'conflict', message: `Saved is ${String(value)}; yours is ${String(yours)}.` }];
  });
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
    const used = before.campaigns + before.deletedCampaigns;
    if (change.channel !== before.channel && used > 0)
      throw refuse(
        'channel',
        'used',
        'Campaigns of this channel have it. Make another custom channel for the other one.',
      );
    if (!(await updateCustomChannel(tx, change))) throw nameTaken(change.name);
    await audit(tx, scope, origin, now, {
      action: 'customChannelChanged',
      ownerKey,
      entity: ENTITY,
      entityKey: channelCustomKey,
      before: fieldsOf(before),
      after: fieldsOf(change),
    });
    return { channelCustomKey };
  });

export const removeCustomChannel = (
  { db, clock }: ChannelDeps,
  { scope, origin }: Caller,
  known: Known,
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const before = await holdFresh(tx, known, now, {});
    if (before.campaigns + before.deletedCampaigns > 0)
      throw refuse('channelCustomKey', 'used', 'Campaigns have this custom channel. Deactivate it instead.');
    await deleteCustomChannel(tx, known.ownerKey, known.channelCustomKey);
    await audit(tx, scope, origin, now, {
      action: 'customChannelDeleted',
      ownerKey: known.ownerKey,
      entity: ENTITY,
      entityKey: known.channelCustomKey,
      before: fieldsOf(before),
    });
    return null;
  });
