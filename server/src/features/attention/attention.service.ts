import {
  type CallBody,
  type CallResponse,
  type attentionPeople,
  type attentionSave,
  SNOOZE_DAYS,
} from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { findItem, getToday, hasRecord, listPeople, upsertItem } from './attention.queries.ts';

export interface AttentionDeps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}
type Form = CallBody<typeof attentionSave>;

export const readPeople = (
  { db }: AttentionDeps,
  { scope }: Caller,
  ownerKey: number,
): Promise<CallResponse<typeof attentionPeople>> => db.readScope(scope, (tx) => listPeople(tx, ownerKey));

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code: 'invalid', message }] });

const assertDay = (snoozedUntil: string | null, today: string): void => {
  if (snoozedUntil === null) return;
  if (snoozedUntil <= today) throw invalid('snoozedUntil', 'Choose a day after today.');
  const last = Temporal.PlainDate.from(today).add({ days: SNOOZE_DAYS }).toString();
  if (snoozedUntil > last) throw invalid('snoozedUntil', `Choose a day until ${last}.`);
};

/** Writes what is done about a row. Its line in the audit log is a part of the record's history. */
export const saveAttention = (
  { db, clock }: AttentionDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  form: Form,
): Promise<CallResponse<typeof attentionSave>> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    if (!(await hasRecord(tx, ownerKey, form))) throw new AppError('NOT_FOUND');
    const people = await listPeople(tx, ownerKey);
    const nameOf = (key: number | null): string | null =>
      key === null ? null : (people.find(({ userKey }) => userKey === key)?.name ?? String(key));
    const before = await findItem(tx, ownerKey, form);
    const isNew = form.assigneeKey !== null && form.assigneeKey !== before?.assigneeKey;
    if (isNew && !people.some(({ userKey }) => userKey === form.assigneeKey))
      throw invalid('assigneeKey', 'Choose somebody who works on this owner.');
    if (form.snoozedUntil !== before?.snoozedUntil) assertDay(form.snoozedUntil, await getToday(tx, ownerKey, now));
    const rowVersion =
      (before?.rowVersion ?? null) === form.rowVersion
        ? await upsertItem(tx, ownerKey, form, { userKey: scope.userKey, at: now })
        : undefined;
    if (rowVersion === undefined) throw new AppError('STALE_ROW');
    const onRecord = ({
      assigneeKey,
      state,
      note,
      snoozedUntil,
    }: Omit<Form, 'subject' | 'recordKey' | 'rowVersion'>) => ({
      assignee: nameOf(assigneeKey),
      state,
      note,
      snoozedUntil,
    });
    await audit(tx, scope, origin, now, {
      action: 'attentionSaved',
      ownerKey,
      entity: form.subject,
      entityKey: form.recordKey,
      ...(before && { before: onRecord(before as unknown as Form) }),
      after: onRecord(form),
    });
    return { rowVersion };
  });
