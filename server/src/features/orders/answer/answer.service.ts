import {
  answerProblem,
  type CallResponse,
  dateLabel,
  type IoAnswerForm,
  type IoFormat,
  type ioLinkOpen,
  type IoOrder,
  ioStateText,
  isAnswered,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { findOrderLink, type OrderLink } from '../../../http/guard/order-link.ts';
import { addJob } from '../../../jobs/define-job.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { todayIn } from '../../../metrics/periods/periods.ts';
import { audit } from '../../../shared/audit.ts';
import { getShownBranding } from '../../../shared/branding.ts';
import { findOrder, getOrderFile, type OrderDeps, readOrder, readPartnerOrder } from '../orders.service.ts';
import { signOrder } from '../sign/sign.service.ts';
import { findContactSigner } from '../sign/signature.queries.ts';
import {
  findContactName,
  findUserName,
  updateAnswered,
  updateLinkAnswered,
  updateLinkOpened,
  updateOpened,
} from './answer.queries.ts';
import { tellAnswer } from './answer-mail.jobs.ts';

interface Caller {
  scope: Scope;
  origin: Origin;
}
interface OrderId {
  ownerKey: number;
  ioKey: number;
}

/** Why an order can no longer be answered, in the words of its page. */
const whyNot = async (tx: Tx, ownerKey: number, ioKey: number): Promise<AppError> => {
  const { row } = await findOrder(tx, ownerKey, ioKey);
  const message = isAnswered(row.state)
    ? `${ioStateText(row.state, row.answeredBy)} It can be answered once.`
    : 'A newer version of this order was sent. Answer that one.';
  return new AppError('STALE_ROW', { message });
};

interface Answering {
  /** The contact or user who answers. */
  name: string;
  /** Null for a signed-in user. */
  ioMailKey: number | null;
  at: Date;
}

/** One answer per version: the second of two concurrent answers is refused with the first. An acceptance is signed. */
const answerOnce = async (
  tx: Tx,
  { scope, origin }: Caller,
  { ownerKey, ioKey }: OrderId,
  form: IoAnswerForm,
  { at, ioMailKey, ...by }: Answering,
): Promise<void> => {
  const problem = answerProblem(form);
  if (problem !== null)
    throw new AppError('VALIDATION', {
      message: problem.message,
      errors: [{ ...problem, code: 'required' }],
    });
  const { row } = await findOrder(tx, ownerKey, ioKey);
  const order = await readOrder(tx, ownerKey, ioKey, at);
  const ours = new Set(order.lines.map(({ campaignKey }) => campaignKey));
  const foreign = form.lines.findIndex(({ campaignKey }) => !ours.has(campaignKey));
  if (foreign !== -1)
    throw new AppError('VALIDATION', {
      errors: [{ field: `lines.${foreign}.campaignKey`, code: 'unknown', message: 'is no line of this order' }],
    });
  const isAccepted = form.answer === 'ACCEPTED';
  const name = isAccepted ? form.signerName : by.name;
  if (!(await updateAnswered(tx, { ownerKey, ioKey }, form, { name, at }))) throw await whyNot(tx, ownerKey, ioKey);
  const signature = isAccepted && {
    signerName: form.signerName,
    signerTitle: form.signerTitle,
    document: await signOrder(
      tx,
      { ownerKey, ioKey },
      {
        side: 'partner',
        name: form.signerName,
        title: form.signerTitle,
        userKey: scope.userKey,
        ioMailKey,
        ip: origin.ip,
        at,
      },
    ),
  };
  await addJob(tx, tellAnswer, { ownerKey, ioKey }, { key: `insertion order answer ${ioKey}` });
  await audit(tx, scope, origin, at, {
    action: 'ioAnswered',
    ownerKey,
    entity: 'insertion_order',
    entityKey: ioKey,
    before: { state: row.state },
    after: {
      number: row.number,
      state: form.answer,
      by: by.name,
      note: form.note,
      lines: form.lines,
      ...signature,
    },
  });
};

const openOnce = async (
  tx: Tx,
  { scope, origin }: Caller,
  { ownerKey, ioKey }: OrderId,
  by: { name: string; at: Date },
): Promise<void> => {
  if (!(await updateOpened(tx, { ownerKey, ioKey }, by.at))) return;
  await audit(tx, scope, origin, by.at, {
    action: 'ioOpened',
    ownerKey,
    entity: 'insertion_order',
    entityKey: ioKey,
    after: { by: by.name },
  });
};

/** Records that a signed-in user of the partner opened it. */
export const openInArea = ({ db, clock }: OrderDeps, caller: Caller, id: OrderId): Promise<null> =>
  db.withScope(caller.scope, async (tx) => {
    await findOrder(tx, id.ownerKey, id.ioKey);
    await openOnce(tx, caller, id, { name: await findUserName(tx, caller.scope.userKey), at: clock.now() });
    return null;
  });

export const answerInArea = (
  { db, clock }: OrderDeps,
  caller: Caller,
  id: OrderId,
  form: IoAnswerForm,
): Promise<IoOrder> =>
  db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    const name = await findUserName(tx, caller.scope.userKey);
    await answerOnce(tx, caller, id, form, { name, ioMailKey: null, at });
    return readPartnerOrder(tx, caller.scope, id.ownerKey, id.ioKey, at);
  });

const UNKNOWN_LINK = 'This link is not valid. Open it again from the mail, or ask for a new one.';

/** The order of a link; an unknown or expired link opens nothing. */
const openLink = async ({ db, clock }: OrderDeps, token: string): Promise<OrderLink> => {
  const link = await findOrderLink(db, token);
  if (link === null) throw new AppError('NOT_FOUND', { message: UNKNOWN_LINK });
  if (link.expiresAt <= clock.now()) {
    const day = await db.readScope(link.scope, async (tx) => {
      const { timeZone } = await readOrder(tx, link.ownerKey, link.ioKey, clock.now());
      return dateLabel(todayIn(link.expiresAt, timeZone).toString(), 'day', { withYear: true });
    });
    throw new AppError('NOT_FOUND', {
      message: `This link expired on ${day}. Ask the agency for a new one, or answer in your own area.`,
    });
  }
  return link;
};

type LinkAnswer = CallResponse<typeof ioLinkOpen>;
const pageOf = ({ db, clock }: OrderDeps, link: OrderLink, contactName: string): Promise<LinkAnswer> =>
  db.readScope(link.scope, async (tx) => ({
    order: {
      ...(await readOrder(tx, link.ownerKey, link.ioKey, clock.now())),
      signer: (await findContactSigner(tx, link.ownerKey, link.ioMailKey)) ?? null,
    },
    contactName,
    expiresAt: link.expiresAt.toISOString(),
    brand: await getShownBranding(tx, link.ownerKey),
  }));

export const openByLink = async (deps: OrderDeps, origin: Origin, token: string): Promise<LinkAnswer> => {
  const link = await openLink(deps, token);
  const contactName = await deps.db.withScope(link.systemScope, async (tx) => {
    const at = deps.clock.now();
    const name = await findContactName(tx, link.ownerKey, link.ioMailKey);
    await updateLinkOpened(tx, link.ownerKey, link.ioMailKey, at);
    await openOnce(tx, { scope: link.scope, origin }, link, { name, at });
    return name;
  });
  return pageOf(deps, link, contactName);
};

export const answerByLink = async (
  deps: OrderDeps,
  origin: Origin,
  { token, ...form }: IoAnswerForm & { token: string },
): Promise<LinkAnswer> => {
  const link = await openLink(deps, token);
  const contactName = await deps.db.withScope(link.systemScope, async (tx) => {
    const at = deps.clock.now();
    const name = await findContactName(tx, link.ownerKey, link.ioMailKey);
    await answerOnce(tx, { scope: link.scope, origin }, link, form, { name, ioMailKey: link.ioMailKey, at });
    await updateLinkAnswered(tx, link.ownerKey, link.ioMailKey, at);
    return name;
  });
  return pageOf(deps, link, contactName);
};

export const fileByLink = async (
  deps: OrderDeps,
  { token, format }: { token: string; format: IoFormat },
): Promise<Download> => {
  const link = await openLink(deps, token);
  return getOrderFile(deps, link.scope, link, format);
};
