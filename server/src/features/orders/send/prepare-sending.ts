import {
  IO_LIMITS,
  type IoLine,
  ioMonth,
  type IoReady,
  type IoSkipped,
  IO_STATES,
  isAnswered,
  lineDifferences,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { orderSubject } from '../files/order-document.ts';
import { type Pair } from '../lines/lines.queries.ts';
import { loadMonths, loadPlannedOrders } from '../lines/planned-orders.ts';
import { getSettings, listLines, listMonthOrders } from '../orders.queries.ts';
import { type OrderRow, totalsOf } from '../orders.rules.ts';
import { sentAndDraft } from '../revise/revise.service.ts';
import { type Contact, listClients, listContacts, listMailedSince } from './send.queries.ts';

export interface SendingForm {
  clientKeys: readonly number[];
  emailNotificationKeys: readonly number[];
  customMessage: string;
  signerTitle: string;
}

/** An order ready to be sent, its recipients, and the rows that must be written first. */
export interface ReadyOrder extends Pair {
  partnerName: string;
  clientName: string;
  version: number;
  /** Null until it is sent. */
  number: string | null;
  /** The stored order to send; null where one must be made. */
  ioKey: number | null;
  /** A draft takes these lines; a sent version keeps its own. */
  isDraft: boolean;
  lines: IoLine[];
  before: { row: OrderRow; lines: IoLine[] } | null;
  recipients: Contact[];
}

interface PreparedSending {
  month: string;
  ready: ReadyOrder[];
  skipped: IoSkipped[];
}

const unknown = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code: 'unknown', message }] });

/** All contacts with these keys; an unknown one is refused, not left out. */
export const openContacts = async (tx: Tx, contactKeys: readonly number[]): Promise<Contact[]> => {
  const contacts = await listContacts(tx, contactKeys);
  const currentKeys = new Set(contacts.map(({ contactKey }) => contactKey));
  const missing = contactKeys.find((contactKey) => !currentKeys.has(contactKey));
  if (missing !== undefined) throw unknown('emailNotificationKeys', `There is no active contact ${missing}.`);
  return contacts;
};

/** The recipients of a version: nobody gets the same version twice within some minutes. */
export const withoutRecent = async (
  tx: Tx,
  ownerKey: number,
  ioKey: number,
  contacts: readonly Contact[],
  now: Date,
): Promise<{ recipients: Contact[]; recent: Contact[] }> => {
  const since = new Date(now.getTime() - IO_LIMITS.resendMinutes * 60_000);
  const mailed = await listMailedSince(tx, ownerKey, ioKey, since);
  return {
    recipients: contacts.filter(({ contactKey }) => !mailed.has(contactKey)),
    recent: contacts.filter(({ contactKey }) => mailed.has(contactKey)),
  };
};

export const recentReason = ({ name }: Contact): string =>
  `${name} was mailed this version less than ${IO_LIMITS.resendMinutes} minutes ago.`;

/** The effect of sending, by order, without writing anything. */
export const prepareSending = async (
  tx: Tx,
  ownerKey: number,
  form: SendingForm,
  now: Date,
): Promise<PreparedSending> => {
  const { next: month } = await loadMonths(tx, ownerKey, now);
  const contacts = Map.groupBy(await openContacts(tx, form.emailNotificationKeys), ({ partnerKey }) => partnerKey);
  const clients = await listClients(tx, ownerKey, form.clientKeys);
  const foreign = form.clientKeys.find((clientKey) => !clients.some((client) => client.clientKey === clientKey));
  if (foreign !== undefined) throw unknown('clientKeys', `There is no client ${foreign}.`);

  const { hidesClientCode } = await getSettings(tx, ownerKey);
  const pairs = [...contacts].flatMap(([partnerKey, [first]]) =>
    clients.map((client) => ({ partnerKey, partnerName: first!.partnerName, ...client })),
  );
  const planned = await loadPlannedOrders(tx, { ownerKey, month, now, pairs, hidesClientCode });
  const rows = await listMonthOrders(tx, ownerKey, month);
  const ready: ReadyOrder[] = [];
  const skipped: IoSkipped[] = [];
  for (const { partnerKey, clientKey, partnerName, clientName } of pairs) {
    const isPair = (one: Pair): boolean => one.partnerKey === partnerKey && one.clientKey === clientKey;
    const skip = (reason: string): void => void skipped.push({ partnerName, clientName, reason });
    const { lines = [], unpriced = [] } = planned.find(isPair) ?? {};
    const { sent, draft } = sentAndDraft(rows.filter(isPair));
    for (const name of unpriced) skip(`${name} has no price for ${ioMonth(month)}.`);
    if (lines.length === 0 && sent === undefined) {
      skip(`No allocation in ${ioMonth(month)}.`);
      continue;
    }
    const partnerContacts = contacts.get(partnerKey) ?? [];
    const order = { partnerKey, clientKey, partnerName, clientName };
    if (sent === undefined) {
      const parts = { version: 1, number: null, ioKey: draft?.ioKey ?? null, isDraft: true, lines, before: null };
      ready.push({ ...order, ...parts, recipients: partnerContacts });
      continue;
    }
    const before = (await listLines(tx, ownerKey, [sent.ioKey])).get(sent.ioKey) ?? [];
    if (lineDifferences(before, lines).length > 0) {
      const parts = { version: sent.version + 1, number: null, ioKey: draft?.ioKey ?? null, isDraft: true, lines };
      ready.push({ ...order, ...parts, before: { row: sent, lines: before }, recipients: partnerContacts });
      continue;
    }
    if (isAnswered(sent.state)) {
      skip(`${IO_STATES[sent.state]}, and nothing has changed since.`);
      continue;
    }
    const { recipients, recent } = await withoutRecent(tx, ownerKey, sent.ioKey, partnerContacts, now);
    for (const contact of recent) skip(recentReason(contact));
    const { version, number, ioKey } = sent;
    const parts = { version, number, ioKey, isDraft: false, lines: before, before: null };
    if (recipients.length > 0) ready.push({ ...order, ...parts, recipients });
  }
  return { month, ready, skipped };
};

export const toReady = (month: string, order: ReadyOrder, agencyName: string): IoReady => {
  const { number, partnerKey, clientKey, partnerName, clientName, lines } = order;
  return {
    ioKey: order.ioKey,
    number,
    partnerKey,
    partnerName,
    clientKey,
    clientName,
    subject: orderSubject(clientName, month, agencyName),
    ...totalsOf(lines),
    lines,
    changes: order.before === null ? 0 : lineDifferences(order.before.lines, lines).length,
    recipients: order.recipients.map(({ contactKey, name, email }) => ({
      emailNotificationKey: contactKey,
      name,
      email,
    })),
  };
};
