import { type IoSettings } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { recordSettingChanges } from '../../shared/owner-settings.ts';
import { getSettings, holdOrders, upsertSettings } from './orders.queries.ts';
import { type OrderDeps } from './orders.service.ts';
import { type Caller } from './send/send.service.ts';

const read = async (tx: Tx, ownerKey: number): Promise<IoSettings> => {
  const { ordersRequired, agencyName, paymentTerms, hidesClientCode, rowVersion } = await getSettings(tx, ownerKey);
  return { ordersRequired, agencyName, paymentTerms, hidesClientCode, rowVersion };
};

export const readSettings = (
  { db }: OrderDeps,
  { scope }: Pick<Caller, 'scope'>,
  ownerKey: number,
): Promise<IoSettings> => db.readScope(scope, (tx) => read(tx, ownerKey));

const WORDS = {
  ordersRequired: 'Orders required',
  agencyName: 'Agency',
  paymentTerms: 'Payment',
  hidesClientCode: 'Client code hidden',
} as const;
const inWords = (value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : `“${value}”`;

/** A concurrent save: the saved values beside those to be saved. */
const stale = (theirs: IoSettings, mine: IoSettings): AppError =>
  new AppError('STALE_ROW', {
    message: 'Someone else changed these settings. Nothing of yours is saved.',
    errors: (Object.keys(WORDS) as (keyof typeof WORDS)[])
      .filter((field) => theirs[field] !== mine[field])
      .map((field) => ({
        field,
        code: 'conflict',
        message: `${WORDS[field]}: saved ${inWords(theirs[field])}, yours ${inWords(mine[field])}.`,
      })),
  });

export const saveSettings = (
  { db, clock }: OrderDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  form: IoSettings,
): Promise<IoSettings> =>
  db.withScope(scope, async (tx) => {
    await holdOrders(tx, ownerKey);
    const before = await read(tx, ownerKey);
    if (before.rowVersion !== form.rowVersion) throw stale(before, form);
    await upsertSettings(tx, ownerKey, form);
    const after = await read(tx, ownerKey);
    const at = clock.now();
    if (before.ordersRequired !== after.ordersRequired)
      await recordSettingChanges(tx, { scope, origin, at }, ownerKey, [
        { name: 'ordersRequired', before: before.ordersRequired, after: after.ordersRequired, own: null },
      ]);
    await audit(tx, scope, origin, at, {
      action: 'ioSettingsSaved',
      ownerKey,
      entity: 'insertion_order_setting',
      entityKey: ownerKey,
      before,
      after,
    });
    return after;
  });
