import { type IoAnswer, ioDollars, ioInquiries, ioMonth, type IoOrder, ioTitle, ROUTES } from '@paceline/contract';
import { oneLine } from '../../../lib/files/one-line.ts';
import { momentIn } from '../../../lib/local-time.ts';
import { type Mail, type MailFile } from '../../../shared/mail.ts';
import { agencyOf, orderSubject } from '../files/order-document.ts';
import { type Recipient } from './answer-mail.queries.ts';

const VERBS: Record<IoAnswer, string> = {
  ACCEPTED: 'accepted',
  CHANGE_REQUESTED: 'asked for a change of',
  DECLINED: 'declined',
};
const HEADS: Record<IoAnswer, string> = {
  ACCEPTED: 'Accepted',
  CHANGE_REQUESTED: 'Change requested',
  DECLINED: 'Declined',
};

const address = (publicUrl: string, side: Recipient['side'], { ioKey, ownerKey }: IoOrder): string => {
  const path = side === 'agency' ? ROUTES.insertionOrders : ROUTES.mpInsertionOrders;
  return `${publicUrl.replace(/\/$/, '')}/#${path.replace(':ioKey?', String(ioKey))}?owner=${ownerKey}`;
};

const wishes = ({ answerNote, answerLines, lines }: IoOrder): string[] => [
  ...(answerNote === null ? [] : ['', oneLine(answerNote)]),
  ...answerLines.map(({ campaignKey, note }) => {
    const campaign = lines.find((line) => line.campaignKey === campaignKey)?.campaignName ?? '';
    return `${oneLine(campaign)}: ${oneLine(note)}`;
  }),
];

interface AnswerMailParts {
  order: IoOrder;
  to: Recipient;
  files: readonly MailFile[];
  publicUrl: string;
}

/** What a media partner answered, for the agency's sender; the signed copy, for both sides. */
export const answerMail = ({ order, to, files, publicUrl }: AnswerMailParts): Mail => {
  const { clientName, month, partnerName, units, amount, answeredAt, timeZone } = order;
  const state = order.state as IoAnswer;
  const agency = agencyOf(order);
  const isAgency = to.side === 'agency';
  const when = answeredAt === null ? '' : ` on ${momentIn(timeZone, new Date(answeredAt))}`;
  const signature = order.signatures.find(({ side }) => side === 'partner');
  const by = signature ? `${signature.name}, ${signature.title}` : order.answeredBy;
  const subject = isAgency
    ? `${HEADS[state]} by ${partnerName}: ${clientName} - ${ioMonth(month)} insertion order`
    : `Signed: ${orderSubject(clientName, month, agency)}`;
  const who = oneLine(`${by === null ? '' : `${by} of `}${partnerName}`);
  return {
    to: to.email,
    ...(!isAgency && { fromName: agency }),
    subject: oneLine(subject),
    body: [
      `Hello ${oneLine(to.name)},`,
      '',
      `${who} ${VERBS[state]} the insertion order of ${oneLine(clientName)} for ${ioMonth(month)}${when}: ${ioInquiries(units)}, ${ioDollars(amount)}.`,
      ioTitle(order),
      ...wishes(order),
      ...(files.length > 0 ? ['', 'The signed copy is attached.'] : []),
      '',
      'The order:',
      address(publicUrl, to.side, order),
      '',
      ...(isAgency ? [] : [oneLine(agency), '']),
    ].join('\n'),
    files,
  };
};
