import {
  type CallBody,
  type CallResponse,
  type ContactChoice,
  type ContactRow,
  type MailPreview,
  PARTNER_NOTIFICATIONS,
  type PartnerMailing,
  type partnerMailingGet,
  type partnerMailPreview,
  type partnerMailSend,
  type PartnerNotification,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { listMailings, listMails } from '../../../shared/partner-mails/mailings.queries.ts';
import {
  AGAIN_AFTER_MS,
  listTooSoon,
  queuePartnerMails,
  TOO_SOON,
} from '../../../shared/partner-mails/queue-partner-mails.ts';
import { repeatPartnerMail } from '../../../shared/partner-mails/repeat-partner-mail.ts';
import { type Caller, type PartnerDeps } from '../caller.ts';
import { loadFigures, type PartnerFigures } from '../figures/figures.service.ts';
import { type Letter, letterTo } from './letter.ts';
import { getSender, listWritable, type WritableContact } from './mailing.queries.ts';

/** Insertion orders have a page of their own. */
const KINDS = (Object.keys(PARTNER_NOTIFICATIONS) as PartnerNotification[]).filter((kind) => kind !== 'IO');

/** How many days of leads are shown by default. */
const SHOWN_DAYS = 30;

const matches = (
  { live, deliveredDays, allocated }: ContactChoice,
  { liveCampaigns, validLeads, nextMonthAllocation }: PartnerFigures,
): boolean =>
  (!live || liveCampaigns > 0) &&
  (deliveredDays === null || (validLeads ?? 0) > 0) &&
  (!allocated || (nextMonthAllocation ?? 0) > 0);

export const chooseContacts = (
  { db, clock }: PartnerDeps,
  { scope, session }: Caller,
  choice: ContactChoice,
  options: WorkOptions,
): Promise<ContactRow[]> =>
  db.readScope(
    scope,
    async (tx) => {
      const now = clock.now();
      const { ownerKey, kind, clientKeys, live, deliveredDays, allocated } = choice;
      const asksMore = live || deliveredDays !== null || allocated;
      const named = clientKeys.length > 0 && !asksMore ? { clientKeys } : {};
      const contacts = await listWritable(tx, { ownerKey, kind, ...named });
      const { of } = await loadFigures(tx, {
        scope,
        viewer: session,
        ownerKey,
        now,
        days: deliveredDays ?? SHOWN_DAYS,
        clientKeys,
      });
      return [...Map.groupBy(contacts, ({ partnerKey }) => partnerKey)].flatMap(([partnerKey, own]) => {
        const figures = of(partnerKey);
        if (!matches(choice, figures)) return [];
        const { liveCampaigns, validLeads, nextMonthAllocation } = figures;
        return [{ ...rowOf(own, now), liveCampaigns, validLeads, nextMonthAllocation }];
      });
    },
    options,
  );

const rowOf = (
  contacts: readonly WritableContact[],
  now: Date,
): Pick<ContactRow, 'partnerKey' | 'partnerName' | 'partnerCode' | 'contacts'> => {
  const { partnerKey, partnerName, partnerCode } = contacts[0]!;
  return {
    partnerKey,
    partnerName,
    partnerCode,
    contacts: contacts.map(({ contactKey, name, email, lastAt }) => {
      const again = lastAt === null ? null : new Date(lastAt.getTime() + AGAIN_AFTER_MS);
      return {
        emailNotificationKey: contactKey,
        name,
        email,
        againFrom: again === null || again <= now ? null : again.toISOString(),
      };
    }),
  };
};

/** The requested contacts, all of which must accept mail: no address comes from a request. */
const getContacts = async (
  tx: Tx,
  { ownerKey, kind, emailNotificationKeys }: CallBody<typeof partnerMailPreview>,
): Promise<WritableContact[]> => {
  const contacts = await listWritable(tx, { ownerKey, kind, contactKeys: emailNotificationKeys });
  const contactKeys = new Set(contacts.map(({ contactKey }) => contactKey));
  const errors = emailNotificationKeys.flatMap((key, index) =>
    contactKeys.has(key)
      ? []
      : [
          {
            field: `emailNotificationKeys.${index}`,
            code: 'unknown',
            message: `Contact ${key} cannot be written to about ${PARTNER_NOTIFICATIONS[kind].toLowerCase()}.`,
          },
        ],
  );
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
  return contacts;
};

const letterOf = async (
  tx: Tx,
  scope: Scope,
  { ownerKey, subject, customMessage }: CallBody<typeof partnerMailPreview>,
): Promise<Letter> => {
  const { ownerName, ...sender } = await getSender(tx, ownerKey, scope.userKey);
  return { subject, customMessage, sender, ownerName };
};

export const previewMails = (
  { db, clock }: PartnerDeps,
  scope: Scope,
  body: CallBody<typeof partnerMailPreview>,
): Promise<MailPreview[]> =>
  db.readScope(scope, async (tx) => {
    const contacts = await getContacts(tx, body);
    const letter = await letterOf(tx, scope, body);
    const tooSoon = await listTooSoon(tx, { ...body, at: clock.now() }, body.emailNotificationKeys);
    return contacts.map((contact) => {
      const { to, subject, body: text } = letterTo(contact, letter);
      const { partnerKey, partnerName, contactKey } = contact;
      const leftOut = tooSoon.has(contactKey) ? TOO_SOON : '';
      return { partnerKey, partnerName, emailNotificationKey: contactKey, to, subject, body: text, leftOut };
    });
  });

export const sendMails = (
  { db, clock }: PartnerDeps,
  { scope, origin }: Caller,
  body: CallBody<typeof partnerMailSend>,
): Promise<{ mailingKey: number }> =>
  db.withScope(scope, async (tx) => {
    const { ownerKey, kind, subject, customMessage, sendId } = body;
    const at = clock.now();
    const contacts = await getContacts(tx, body);
    const letter = await letterOf(tx, scope, body);
    const { mailingKey, isNew, partnerMailKeys } = await queuePartnerMails(tx, {
      ownerKey,
      sendId,
      kind,
      subject,
      message: customMessage,
      by: scope.userKey,
      at,
      drafts: contacts.map((contact) => ({ ...contact, mail: letterTo(contact, letter) })),
      leftOut: [],
    });
    if (isNew)
      await audit(tx, scope, origin, at, {
        action: 'partner.write',
        ownerKey,
        entity: 'partner_mailing',
        entityKey: mailingKey,
        after: {
          kind,
          subject,
          contacts: contacts.length,
          queued: partnerMailKeys.filter((key) => key !== null).length,
        },
      });
    return { mailingKey };
  });

export const readMailings = ({ db }: PartnerDeps, scope: Scope, ownerKey: number): Promise<PartnerMailing[]> =>
  db.readScope(scope, (tx) => listMailings(tx, ownerKey, { kinds: KINDS }));

const getMailing = async (tx: Tx, ownerKey: number, mailingKey: number): Promise<PartnerMailing> => {
  const [mailing] = await listMailings(tx, ownerKey, { kinds: KINDS, mailingKey });
  if (mailing === undefined) throw new AppError('NOT_FOUND');
  return mailing;
};

export const readMailing = (
  { db }: PartnerDeps,
  scope: Scope,
  ownerKey: number,
  mailingKey: number,
): Promise<CallResponse<typeof partnerMailingGet>> =>
  db.readScope(scope, async (tx) => ({
    ...(await getMailing(tx, ownerKey, mailingKey)),
    mails: await listMails(tx, ownerKey, mailingKey),
  }));

export const resendMail = (
  { db, clock }: PartnerDeps,
  { scope, origin }: Caller,
  { ownerKey, mailingKey, partnerMailKey }: { ownerKey: number; mailingKey: number; partnerMailKey: number },
): Promise<{ partnerMailKey: number }> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    await getMailing(tx, ownerKey, mailingKey);
    const again = await repeatPartnerMail(tx, { ownerKey, mailingKey, partnerMailKey, at });
    await audit(tx, scope, origin, at, {
      action: 'partner.writeAgain',
      ownerKey,
      entity: 'partner_mailing',
      entityKey: mailingKey,
      after: { repeats: partnerMailKey, partnerMailKey: again },
    });
    return { partnerMailKey: again };
  });
