import { type Alert, DIMENSIONS, isDimensionKey, ruleParts } from '@paceline/contract';
import { html, type Html } from '../../../lib/files/html.ts';
import { MAIL, MAIL_COLOUR, mailPage } from '../../../shared/mail-page.ts';

export interface MailedAlert extends Alert {
  cause: string;
  ruleKey: number | null;
  zone: string;
}

/** An alert as a line of a mail. */
export interface MailedLine {
  alert: MailedAlert;
  title: string;
  detail: string;
  since: string;
  /** The address of the record or figure behind it. */
  link: string;
}

const table = (heads: readonly Html[], rows: readonly Html[]): Html =>
  html`<table role="table" style="${MAIL.table}margin:0 0 18px;">
    <thead>
      <tr>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
const head = (label: string, style: string = MAIL.cell): Html => html`<th scope="col" style="${style}">${label}</th>`;
const linked = ({ link }: MailedLine, text: string): Html =>
  html`<td style="${MAIL.cell}"><a href="${link}" style="color:${MAIL_COLOUR};">${text}</a></td>`;

/** All values of one rule: each line opens its figure. */
const ruleTable = (lines: readonly [MailedLine, ...MailedLine[]]): Html => {
  const [{ alert, detail }] = lines;
  const { measure } = ruleParts(alert);
  const { dimension } = alert;
  const what = dimension !== null && isDimensionKey(dimension) ? DIMENSIONS[dimension].label : 'For';
  return html`<h2 style="margin:0 0 2px;font-size:16px;line-height:22px;">${alert.ruleName ?? ''}</h2>
    <p style="${MAIL.small}">${alert.ownerName}. ${detail}</p>
    ${table(
      [head(what), head(measure, MAIL.number), head('Threshold', MAIL.number), head('Since')],
      lines.map((line) => {
        const { name, value, bound } = ruleParts(line.alert);
        return html`<tr>
          ${linked(line, name ?? 'All together')}
          <td style="${MAIL.number}">${value}</td>
          <td style="${MAIL.number}">${bound}</td>
          <td style="${MAIL.cell}">${line.since}</td>
        </tr>`;
      }),
    )}`;
};

const otherTable = (lines: readonly MailedLine[]): Html =>
  table(
    [head('Alert'), head('Details'), head('Since')],
    lines.map(
      (line) =>
        html`<tr>
          ${linked(line, line.title)}
          <td style="${MAIL.cell}">${line.alert.ownerName}. ${line.detail}</td>
          <td style="${MAIL.cell}">${line.since}</td>
        </tr>`,
    ),
  );

interface MailEnd {
  /** How many more there are; null if all are in the mail. */
  more: string | null;
  choices: { text: string; link: string };
  /** In whose name it is sent. */
  sender: string;
}

/** The alerts of a mail as tables: one for each rule, one for all others, in the order of the lines. */
export const alertTables = (
  firstName: string,
  lines: readonly MailedLine[],
  { more, choices, sender }: MailEnd,
): string => {
  const groups = Map.groupBy(lines, ({ alert }) => alert.ruleKey);
  return mailPage(
    'Alerts',
    html` <p style="${MAIL.text}">Hello ${firstName},</p>
      ${[...groups].map(([rule, own]) =>
        rule === null ? otherTable(own) : ruleTable(own as [MailedLine, ...MailedLine[]]),
      )}
      ${more === null ? null : html`<p style="${MAIL.small}">${more}</p>`}
      <p style="${MAIL.small}">
        ${choices.text} <a href="${choices.link}" style="color:${MAIL_COLOUR};">your account</a>
      </p>
      <p style="${MAIL.small}">${sender}</p>`,
    720,
  );
};
