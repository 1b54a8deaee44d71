import {
  IO_ANSWERS,
  IO_LIMITS,
  type IoAnswer,
  ioCount,
  ioDollars,
  ioInquiries,
  ioMonth,
  type IoOrder,
  ioTitle,
  ROUTES,
} from '@paceline/contract';
import { html, type Html } from '../../../lib/files/html.ts';
import { brandMailHead } from '../../../shared/brand-mail.ts';
import { type PrintedBranding } from '../../../shared/branding.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { type Mail, type MailFile } from '../../../shared/mail.ts';
import { agencyOf, orderSubject } from '../files/order-document.ts';

/** Longer mails are not read; the files have all lines. */
const MAILED_LINES = 30;
const BUTTONS: Record<IoAnswer, string> = {
  ACCEPTED: 'Accept',
  CHANGE_REQUESTED: 'Ask for a change',
  DECLINED: 'Decline',
};

/** The secret is in the fragment after the #, which a browser sends to no server. */
const orderLink = (publicUrl: string, token: string, answer?: IoAnswer): string =>
  `${publicUrl.replace(/\/$/, '')}/#${ROUTES.signedOrder}?token=${token}${answer === undefined ? '' : `&answer=${answer}`}`;

const CELL = 'padding:6px 8px;border-bottom:1px solid #dde3ea;text-align:left;vertical-align:top;';
const NUMBER =
  'padding:6px 8px;border-bottom:1px solid #dde3ea;text-align:right;white-space:nowrap;vertical-align:top;';
const TEXT = 'margin:0 0 12px;font-size:14px;line-height:20px;';
const SMALL = 'margin:12px 0;font-size:12px;line-height:18px;color:#56616e;';
const BUTTON =
  'display:inline-block;margin:0 8px 8px 0;padding:10px 16px;border-radius:6px;font-size:14px;text-decoration:none;';
const COLOUR = '#1f5fbf';

const row = (cells: readonly (readonly [string, string])[], tag: 'th' | 'td'): Html =>
  html`<tr>
    ${cells.map(([style, text]) =>
      tag === 'th' ? html`<th scope="col" style="${style}">${text}</th>` : html`<td style="${style}">${text}</td>`,
    )}
  </tr>`;
const table = (head: Html, body: readonly Html[]): Html =>
  html`<table role="table" style="border-collapse:collapse;width:100%;font-size:13px;margin:0 0 16px;">
    <thead>
      ${head}
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;

const linesTable = ({ lines, units, amount }: IoOrder): Html =>
  table(
    row(
      [
        [CELL, 'Campaign'],
        [NUMBER, 'Price'],
        [NUMBER, 'Allocation'],
        [NUMBER, 'Amount'],
      ],
      'th',
    ),
    [
      ...lines.slice(0, MAILED_LINES).map((line) =>
        row(
          [
            [CELL, `${line.campaignName} (${line.campaignCode})`],
            [NUMBER, ioDollars(line.mediaDesktop)],
            [NUMBER, ioCount(line.monthlyAllocation ?? 0)],
            [NUMBER, ioDollars(line.amount)],
          ],
          'td',
        ),
      ),
      row(
        [
          [`${CELL}font-weight:bold;`, 'Total'],
          [NUMBER, ''],
          [NUMBER, ioCount(units)],
          [NUMBER, ioDollars(amount)],
        ],
        'td',
      ),
    ],
  );

const changesTable = ({ changes }: IoOrder): Html | null =>
  changes.length === 0
    ? null
    : html`<h2 style="font-size:16px;margin:16px 0 8px;">What changes</h2>
        ${table(
          row(
            [
              [CELL, 'Campaign'],
              [CELL, 'What'],
              [NUMBER, 'Before'],
              [NUMBER, 'Now'],
            ],
            'th',
          ),
          changes.slice(0, MAILED_LINES).map(({ campaignName, label, before, after }) =>
            row(
              [
                [CELL, campaignName],
                [CELL, label],
                [NUMBER, before ?? '–'],
                [NUMBER, after ?? 'Taken out'],
              ],
              'td',
            ),
          ),
        )}`;

const plainLines = ({ lines, changes }: IoOrder): string[] => [
  ...(changes.length === 0
    ? []
    : [
        'What changes:',
        ...changes
          .slice(0, MAILED_LINES)
          .map(
            ({ campaignName, label, before, after }) =>
              `${oneLine(campaignName)}, ${label}: ${oneLine(before ?? '–')} -> ${oneLine(after ?? 'taken out')}`,
          ),
        '',
      ]),
  ...lines
    .slice(0, MAILED_LINES)
    .map(
      (line) =>
        `${oneLine(line.campaignName)} (${line.campaignCode}): ${ioCount(line.monthlyAllocation ?? 0)} at ${ioDollars(line.mediaDesktop)}, ${ioDollars(line.amount)}`,
    ),
];

interface OrderMailParts {
  order: IoOrder;
  to: { name: string; email: string };
  message: string;
  token: string;
  files: readonly MailFile[];
  publicUrl: string;
  /** The address of the agency's user who sends it. */
  replyTo: string | null;
  brand: PrintedBranding;
}

/** One contact's mail: a summary of the order, its files, and a link of its own to answer it. */
export const orderMail = ({ order, to, message, token, files, publicUrl, replyTo, brand }: OrderMailParts): Mail => {
  const { head, files: pictures } = brandMailHead(brand);
  const colour = brand.colour ?? COLOUR;
  const agency = oneLine(agencyOf(order));
  const subject = oneLine(orderSubject(order.clientName, order.month, agency));
  const isAmendment = order.changes.length > 0;
  const intro = `${isAmendment ? 'An amended insertion order' : 'The insertion order'} of ${oneLine(order.clientName)} for ${ioMonth(order.month)}: ${ioInquiries(order.units)}, ${ioDollars(order.amount)}.`;
  const more =
    order.lines.length > MAILED_LINES
      ? `First ${MAILED_LINES} of ${order.lines.length} lines; the files have all of them.`
      : null;
  const validity = `The link is yours alone and works for ${IO_LIMITS.linkDays} days. You need no account.`;
  return {
    to: to.email,
    fromName: agency,
    ...(replyTo !== null && { replyTo }),
    subject,
    body: [
      `Hello ${oneLine(to.name)},`,
      '',
      intro,
      ioTitle(order),
      ...(message === '' ? [] : ['', message]),
      '',
      ...plainLines(order),
      ...(more === null ? [] : [more]),
      '',
      'Accept it, ask for a change or decline it here:',
      orderLink(publicUrl, token),
      '',
      validity,
      '',
      agency,
      '',
    ].join('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${subject}</title>
        </head>
        <body style="margin:0;padding:16px;background:#ffffff;color:#1d2733;font-family:Arial,Helvetica,sans-serif;">
          <div role="main" style="max-width:600px;margin:0 auto;">
            ${head}
            <h1 style="margin:0 0 4px;font-size:20px;line-height:26px;">
              ${isAmendment ? 'Amended insertion order' : 'Insertion order'}, ${ioMonth(order.month)}
            </h1>
            <p style="${SMALL}">${ioTitle(order)}</p>
            <p style="${TEXT}">Hello ${to.name},</p>
            <p style="${TEXT}">${intro}</p>
            ${message === '' ? null : html`<p style="${TEXT}white-space:pre-line;">${message}</p>`}
            ${changesTable(order)} ${linesTable(order)} ${more === null ? null : html`<p style="${SMALL}">${more}</p>`}
            <p style="margin:0;">
              ${IO_ANSWERS.map(
                (answer) =>
                  html`<a
                    href="${orderLink(publicUrl, token, answer)}"
                    style="${BUTTON}border:1px solid ${colour};${
                      answer === 'ACCEPTED'
                        ? `background:${colour};color:#ffffff;`
                        : `background:#ffffff;color:${colour};`
                    }"
                    >${BUTTONS[answer]}</a
                  >`,
              )}
            </p>
            <p style="${SMALL}">${validity}</p>
            <p style="${SMALL}">${agency}</p>
          </div>
        </body>
      </html>`.html,
    files: [...pictures, ...files],
  };
};
