import {
  type CallResponse,
  type ioNextMonthEmail,
  type ioRecipientList,
  type ioSend,
  isAnswered,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { addJob } from '../../../jobs/define-job.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { loadMonths, loadPlannedOrders } from '../lines/planned-orders.ts';
import { takeNumber } from '../number/number.queries.ts';
import { getSettings, holdOrders, listLines, listMonthOrders, type OrderSettings } from '../orders.queries.ts';
import { totalsOf } from '../orders.rules.ts';
import { findOrder, type OrderDeps } from '../orders.service.ts';
import { insertDraft, updateSent } from '../revise/draft.queries.ts';
import { writeDraft } from '../revise/revise.service.ts';
import { signOrder } from '../sign/sign.service.ts';
import { findUserSigner } from '../sign/signature.queries.ts';
import { findUserName } from '../answer/answer.queries.ts';
import { sendOrderMail } from './order-mail.jobs.ts';
import {
  openContacts,
  prepareSending,
  type ReadyOrder,
  recentReason,
  type SendingForm,
  toReady,
  withoutRecent,
} from './prepare-sending.ts';
import { type Contact, getTerms, insertMail, insertSettings, listContactsOf } from './send.queries.ts';

export interface Caller {
  scope: Scope;
  origin: Origin;
}

const assertChosen = ({ clientKeys, emailNotificationKeys }: SendingForm): void => {
  if (clientKeys.length > 0 && emailNotificationKeys.length > 0) return;
  const message = 'Select at least one client and one contact.';
  const field = clientKeys.length === 0 ? 'clientKeys' : 'emailNotificationKeys';
  throw new AppError('VALIDATION', { message, errors: [{ field, code: 'required', message }] });
};

const unique = (form: SendingForm): SendingForm => ({
  ...form,
  clientKeys: [...new Set(form.clientKeys)],
  emailNotificationKeys: [...new Set(form.emailNotificationKeys)],
});

const signedText = ({ customMessage, signerTitle }: Omit<SendingForm, 'clientKeys'>) => ({
  message: customMessage,
  signerTitle,
});

interface Sending {
  ownerKey: number;
  month: string;
  settings: OrderSettings;
  message: string;
  /** Of the sender, who signs for the agency. */
  signerTitle: string;
  at: Date;
}

/** Queues one mail per recipient; each is made and handed to the outbox in a transaction of its own. */
const mailTo = async (
  tx: Tx,
  { scope, origin }: Caller,
  { ownerKey, message, at }: Sending,
  ioKey: number,
  number: string | null,
  recipients: readonly Contact[],
  notice: object,
): Promise<void> => {
  for (const contact of recipients) {
    const ioMailKey = await insertMail(tx, { ownerKey, ioKey }, contact, { by: scope.userKey, at, message });
    await addJob(tx, sendOrderMail, { ownerKey, ioMailKey }, { key: `insertion order mail ${ioMailKey}` });
  }
  await audit(tx, scope, origin, at, {
    action: 'ioSent',
    ownerKey,
    entity: 'insertion_order',
    entityKey: ioKey,
    after: { number, contacts: recipients.map(({ contactKey }) => contactKey), ...notice },
  });
};

/** From here on its lines are the offer, signed by its sender: a later change becomes the next version. */
const markSent = async (
  tx: Tx,
  { scope, origin }: Caller,
  { ownerKey, settings, message, signerTitle, at }: Sending,
  { ioKey, clientKey }: { ioKey: number; clientKey: number },
): Promise<string> => {
  const { row, before } = await findOrder(tx, ownerKey, ioKey);
  const terms = await getTerms(tx, ownerKey, clientKey, settings);
  const number = await takeNumber(tx, ownerKey, row, before?.number ?? null);
  await updateSent(tx, ownerKey, ioKey, { number, by: scope.userKey, at, message, terms });
  const name = await findUserName(tx, scope.userKey);
  const signer = { name, title: signerTitle, userKey: scope.userKey, ioMailKey: null };
  await signOrder(tx, { ownerKey, ioKey }, { side: 'agency', ...signer, ip: origin.ip, at });
  return number;
};

const sendOne = async (
  tx: Tx,
  caller: Caller,
  sending: Sending,
  order: ReadyOrder,
): Promise<{ ioKey: number; number: string | null }> => {
  const { ownerKey, month, at } = sending;
  const { partnerKey, clientKey, version, lines, before, isDraft, recipients } = order;
  const ioKey = order.ioKey ?? (await insertDraft(tx, { ownerKey, partnerKey, clientKey, month, version }, at));
  if (isDraft) await writeDraft(tx, ownerKey, ioKey, lines, before);
  const number = isDraft ? await markSent(tx, caller, sending, { ioKey, clientKey }) : order.number;
  await mailTo(tx, caller, sending, ioKey, number, recipients, totalsOf(lines));
  return { ioKey, number };
};

type Sent = CallResponse<typeof ioNextMonthEmail>;

export const previewNextMonth = (
  { db, clock }: OrderDeps,
  { scope }: Pick<Caller, 'scope'>,
  ownerKey: number,
  form: SendingForm,
): Promise<Sent> => {
  assertChosen(form);
  return db.readScope(scope, async (tx) => {
    const { agencyName } = await getSettings(tx, ownerKey);
    const { month, ready, skipped } = await prepareSending(tx, ownerKey, unique(form), clock.now());
    const orders = ready.map((order) => toReady(month, order, agencyName));
    return { month, orders, skipped, mails: orders.reduce((sum, { recipients }) => sum + recipients.length, 0) };
  });
};

/** Makes next month's orders and queues their mails in one transaction; the mails themselves are sent one by one. */
export const emailNextMonth = (
  { db, clock }: OrderDeps,
  caller: Caller,
  ownerKey: number,
  form: SendingForm,
): Promise<Sent> => {
  assertChosen(form);
  return db.withScope(caller.scope, async (tx) => {
    await holdOrders(tx, ownerKey);
    const at = clock.now();
    await insertSettings(tx, ownerKey);
    const settings = await getSettings(tx, ownerKey);
    const { month, ready, skipped } = await prepareSending(tx, ownerKey, unique(form), at);
    const sending = { ownerKey, month, settings, ...signedText(form), at };
    const orders: Sent['orders'] = [];
    for (const order of ready) {
      const sent = await sendOne(tx, caller, sending, order);
      orders.push({ ...toReady(month, order, settings.agencyName), ...sent });
    }
    return { month, orders, skipped, mails: orders.reduce((sum, { recipients }) => sum + recipients.length, 0) };
  });
};

/** Sends a draft, or the same version again. A version that is answered or has a newer one is not sent again. */
export const sendOrder = (
  { db, clock }: OrderDeps,
  caller: Caller,
  { ownerKey, ioKey }: { ownerKey: number; ioKey: number },
  form: Omit<SendingForm, 'clientKeys'>,
): Promise<CallResponse<typeof ioSend>> =>
  db.withScope(caller.scope, async (tx) => {
    await holdOrders(tx, ownerKey);
    const at = clock.now();
    const { row, versions } = await findOrder(tx, ownerKey, ioKey);
    if (versions.some(({ version }) => version > row.version))
      throw new AppError('STALE_ROW', { message: 'There is a newer version of this order. Send that one.' });
    if (isAnswered(row.state))
      throw new AppError('STALE_ROW', {
        message: 'The partner has answered this version. Change the plan to make a new one.',
      });
    const contacts = await openContacts(tx, [...new Set(form.emailNotificationKeys)]);
    const stranger = contacts.find(({ partnerKey }) => partnerKey !== row.partnerKey);
    if (stranger !== undefined)
      throw new AppError('VALIDATION', {
        errors: [
          {
            field: 'emailNotificationKeys',
            code: 'unknown',
            message: `${stranger.name} is no contact of ${row.partnerName}.`,
          },
        ],
      });
    await insertSettings(tx, ownerKey);
    const settings = await getSettings(tx, ownerKey);
    const sending = { ownerKey, month: row.month, settings, ...signedText(form), at };
    const number = row.sentAt === null ? await markSent(tx, caller, sending, row) : row.number;
    const { recipients, recent } = await withoutRecent(tx, ownerKey, ioKey, contacts, at);
    const lines = (await listLines(tx, ownerKey, [ioKey])).get(ioKey) ?? [];
    if (recipients.length > 0) await mailTo(tx, caller, sending, ioKey, number, recipients, totalsOf(lines));
    return {
      mails: recipients.length,
      skipped: recent.map((contact) => ({
        partnerName: row.partnerName,
        clientName: row.clientName,
        reason: recentReason(contact),
      })),
    };
  });

/** The possible recipients of next month's orders, and for which clients. */
export const listRecipients = (
  { db, clock }: OrderDeps,
  scope: Scope,
  ownerKey: number,
): Promise<CallResponse<typeof ioRecipientList>> =>
  db.readScope(scope, async (tx) => {
    const now = clock.now();
    const { current, next: month } = await loadMonths(tx, ownerKey, now);
    const planned = await loadPlannedOrders(tx, { ownerKey, month, now, pairs: null, hidesClientCode: true });
    const stored = [...(await listMonthOrders(tx, ownerKey, current)), ...(await listMonthOrders(tx, ownerKey, month))];
    const clients = new Map(planned.map(({ clientKey, clientName }) => [clientKey, clientName]));
    const ofPartner = Map.groupBy(planned, ({ partnerKey }) => partnerKey);
    // An order of this month may have an amendment for a partner without one next month.
    const partnerKeys = new Set([...ofPartner.keys(), ...stored.map(({ partnerKey }) => partnerKey)]);
    const contacts = await listContactsOf(tx, [...partnerKeys]);
    return {
      month,
      clients: [...clients].map(([clientKey, clientName]) => ({ clientKey, clientName })),
      contacts: contacts.map(({ contactKey, ...contact }) => ({
        ...contact,
        emailNotificationKey: contactKey,
        clientKeys: (ofPartner.get(contact.partnerKey) ?? []).map(({ clientKey }) => clientKey),
      })),
      signer: (await findUserSigner(tx, [ownerKey], scope.userKey)) ?? { name: '', title: '' },
    };
  });
