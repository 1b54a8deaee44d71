import { type Alert, DIMENSIONS, isDimensionKey, ruleParts } from '@paceline/contract';
import { html, type Html } from '../../../lib/files/html.ts';

/** An alert as a line of a mail. */
export interface MailedLine {
  alert: Alert;
  title: string;
  detail: string;
  since: string;
  /** The address of the record or figure behind it. */
  link: string;
}

const CELL = 'padding:6px 8px;border-bottom:1px solid #dde3ea;text-align:left;vertical-align:top;';
const NUMBER = `${CELL}text-align:right;white-space:nowrap;`;
const SMALL = 'margin:0 0 8px;font-size:12px;line-height:18px;color:#56616e;';

const table = (heads: readonly Html[], rows: readonly Html[]): Html =>
  html`<table role="table" style="border-collapse:collapse;width:100%;font-size:13px;margin:0 0 18px;">
    <thead>
      <tr>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
const head = (label: string, style = CELL): Html => html`<th scope="col" style="${style}">${label}</th>`;
const linked = ({ link }: MailedLine, text: string): Html =>
  html`<td style="${CELL}"><a href="${link}" style="color:#0a5f99;">${text}</a></td>`;

/** All values of one rule: each line opens its figure. */
const ruleTable = (lines: readonly [MailedLine, ...MailedLine[]]): Html => {
  const [{ alert, detail }] = lines;
  const { measure } = ruleParts(alert);
  const { dimension } = alert;
  const what = dimension !== null && isDimensionKey(dimension) ? DIMENSIONS[dimension].label : 'For';
  return html`<h2 style="margin:0 0 2px;font-size:16px;line-height:22px;">${alert.ruleName ?? ''}</h2>
    <p style="${SMALL}">${alert.ownerName}. ${detail}</p>
    ${table(
      [head(what), head(measure, NUMBER), head('Threshold', NUMBER), head('Since')],
      lines.map((line) => {
        const { name, value, bound } = ruleParts(line.alert);
        return html`<tr>
          ${linked(line, name ?? 'All together')}
          <td style="${NUMBER}">${value}</td>
          <td style="${NUMBER}">${bound}</td>
          <td style="${CELL}">${line.since}</td>
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
          <td style="${CELL}">${line.alert.ownerName}. ${line.detail}</td>
          <td style="${CELL}">${line.since}</td>
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
  const groups = Map.groupBy(lines, ({ alert }) =>
    alert.kind === 'rule' ? `${alert.ownerKey}:${alert.ruleName}` : '',
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Alerts</title>
      </head>
      <body style="margin:0;padding:16px;background:#ffffff;color:#1d2733;font-family:Arial,Helvetica,sans-serif;">
        <div role="main" style="max-width:720px;margin:0 auto;">
          <p style="margin:0 0 12px;font-size:14px;line-height:20px;">Hello ${firstName},</p>
          ${[...groups].map(([rule, own]) =>
            rule === '' ? otherTable(own) : ruleTable(own as [MailedLine, ...MailedLine[]]),
          )}
          ${more === null ? null : html`<p style="${SMALL}">${more}</p>`}
          <p style="${SMALL}">${choices.text} <a href="${choices.link}" style="color:#0a5f99;">your account</a></p>
          <p style="${SMALL}">${sender}</p>
        </div>
      </body>
    </html>`.html;
};
