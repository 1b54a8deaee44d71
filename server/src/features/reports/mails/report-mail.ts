import {
  type QuestionAnswer,
  type ReportFileFormat,
  type ReportQuestion,
  ROUTES,
  type ScheduleTime,
} from '@paceline/contract';
import { html, type Html } from '../../../lib/files/html.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { brandMailHead } from '../../../shared/brand-mail.ts';
import { type PrintedBranding } from '../../../shared/branding.ts';
import { type Mail, type MailFile } from '../../../shared/mail.ts';
import { answerNotes, questionSheet } from '../question-sheet.ts';
import { drawChart, PICTURE, pictureWords } from './chart-picture.ts';
import { fileNameOf, MAX_FILE_BYTES, SMALL, TEXT, whySent } from './mail-parts.ts';
import {
  numberLabel,
  reportTable,
  type ReportTable,
  rowName,
  type TableRow,
  writeCell,
  writeName,
} from './report-table.rules.ts';
import { buffer } from 'node:stream/consumers';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';

/** All rows as a file, the same as on the screen; null where it is too large for a mail. */
const writeReportFile = async (
  answer: QuestionAnswer,
  format: ReportFileFormat,
  said: readonly string[],
): Promise<{ content: Buffer; contentType: string } | null> => {
  const sheet = questionSheet(answer, said);
  const { content, contentType } = format === 'csv' ? writeCsv(sheet) : writeSheet(sheet);
  const bytes = await buffer(content);
  return bytes.length > MAX_FILE_BYTES ? null : { content: bytes, contentType };
};

/** Longer mails are not read; the file has all rows. */
const MAILED_ROWS = 20;
const PICTURE_ID = 'chart@paceline';

interface ReportMailParts {
  to: string;
  firstName: string;
  view: { viewKey: number; name: string; description: string; question: ReportQuestion };
  /** The answer within the reader's rights. */
  answer: QuestionAnswer;
  /** Header lines of the file. */
  about: readonly string[];
  owner: { ownerKey: number; name: string };
  /** The maker of the schedule, and its due time. */
  by: string;
  time: ScheduleTime;
  fileKind: ReportFileFormat;
  isTest: boolean;
  /** Whether the reader can open the page of saved views. */
  hasPage: boolean;
  brand: PrintedBranding;
  publicUrl: string;
}

const CELL = 'padding:6px 8px;border-bottom:1px solid #dde3ea;';
const NUMBER = `${CELL}text-align:right;white-space:nowrap;`;
const NAME = `${CELL}text-align:left;`;

const figureRow = (table: ReportTable, row: TableRow, label: string | null, strong = false): Html => {
  const { names, numbers } = table;
  const weight = strong ? 'font-weight:bold;' : '';
  const cells = names.map(
    (column, index) =>
      html`<td style="${NAME}${weight}">
        ${label === null ? writeName(table, column, row) : index === 0 ? label : ''}
      </td>`,
  );
  const figuresOfRow = numbers.map((column) => html`<td style="${NUMBER}${weight}">${writeCell(column, row)}</td>`);
  const lone = names.length === 0 ? html`<td style="${NAME}${weight}">${label ?? ''}</td>` : null;
  return html`<tr>
    ${lone}${cells}${figuresOfRow}
  </tr>`;
};

const figures = (table: ReportTable): Html => {
  const { names, numbers, rows, total } = table;
  return html`<table role="table" style="border-collapse:collapse;width:100%;font-size:13px;">
    <thead>
      <tr>
        ${names.length === 0 ? html`<th scope="col" style="${NAME}">Days</th>` : null}${names.map(
          ({ label }) => html`<th scope="col" style="${NAME}">${label}</th>`,
        )}${numbers.map((column) => html`<th scope="col" style="${NUMBER}">${numberLabel(column)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${
        names.length === 0 ? null : rows.slice(0, MAILED_ROWS).map((row) => figureRow(table, row, null))
      }${figureRow(table, total, names.length === 0 ? table.days : 'Total', true)}
    </tbody>
  </table>`;
};

const plainFigures = (table: ReportTable): string[] => {
  const { names, numbers, rows, total } = table;
  const line = (row: TableRow, label: string): string =>
    `${label}: ${numbers.map((column) => `${numberLabel(column)} ${writeCell(column, row)}`).join(', ')}`;
  return [
    ...(names.length === 0 ? [] : rows.slice(0, MAILED_ROWS).map((row) => line(row, oneLine(rowName(table, row))))),
    line(total, 'Total'),
  ];
};

/** One reader's mail: picture, figures and file within their own rights, with a link to the view. */
export const reportMail = async (parts: ReportMailParts): Promise<Mail> => {
  const { to, firstName, view, answer, about, owner, fileKind, isTest, hasPage, publicUrl, brand } = parts;
  const { head, files: pictures } = brandMailHead(brand);
  const table = reportTable(answer, view.question.granularity);
  const notes = answerNotes(answer);
  const link = `${publicUrl.replace(/\/$/, '')}/#${ROUTES.mediaAnalysis}?owner=${owner.ownerKey}&view=${view.viewKey}`;
  const alt = pictureWords(view.question.chart, table);
  const words = [oneLine(owner.name), table.days, ...(table.compared ? [`compared with ${table.compared}`] : [])];
  const file = await writeReportFile(answer, fileKind, [oneLine(view.name), ...about]);
  const shown = Math.min(table.rows.length, MAILED_ROWS);
  const lines = [
    ...(table.rows.length > shown ? [`First ${shown} of ${table.rows.length} rows; the total is of all of them.`] : []),
    file === null
      ? 'The file with all rows is too large for a mail.'
      : `All rows${table.hasMore ? ' and columns' : ''} are in the file.`,
    ...notes,
  ];
  const why = whySent(parts);
  const files: MailFile[] = [
    ...pictures,
    ...(alt === null
      ? []
      : [
          {
            name: 'chart.png',
            contentType: 'image/png',
            contentId: PICTURE_ID,
            content: drawChart(view.question.chart, table),
          },
        ]),
    ...(file === null
      ? []
      : [
          {
            name: fileNameOf(view.name, fileKind),
            contentType: file.contentType,
            contentId: null,
            content: file.content,
          },
        ]),
  ];
  return {
    to,
    subject: `${isTest ? 'Test: ' : ''}${oneLine(view.name)}, ${oneLine(owner.name)}, ${table.days}`,
    body: [
      `Hello ${oneLine(firstName)},`,
      '',
      `${oneLine(view.name)}: ${words.join(', ')}`,
      ...(view.description === '' ? [] : [oneLine(view.description)]),
      '',
      ...plainFigures(table),
      '',
      ...lines,
      '',
      ...(hasPage ? [link, ''] : []),
      why,
      '',
      oneLine(brand.name) || 'Paceline',
      '',
    ].join('\n'),
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${view.name}</title>
        </head>
        <body style="margin:0;padding:16px;background:#ffffff;color:#1d2733;font-family:Arial,Helvetica,sans-serif;">
          <div role="main" style="max-width:${PICTURE.width}px;margin:0 auto;">
            ${head}
            <h1 style="margin:0 0 4px;font-size:20px;line-height:26px;">${view.name}</h1>
            <p style="${SMALL}">${words.join(', ')}</p>
            ${view.description === '' ? null : html`<p style="${TEXT}">${view.description}</p>`}
            ${
              alt === null
                ? null
                : html`<img
                    src="cid:${PICTURE_ID}"
                    alt="${alt}"
                    width="${PICTURE.width}"
                    height="${PICTURE.height}"
                    style="display:block;width:100%;height:auto;margin:0 0 12px;"
                  />`
            }
            ${figures(table)}
            <p style="${SMALL}padding-top:8px;">${lines.join(' ')}</p>
            ${
              hasPage
                ? html`<p style="${TEXT}">
                    <a
                      href="${link}"
                      style="display:inline-block;padding:9px 16px;background:${brand.colour ?? '#0a5f99'};color:#ffffff;text-decoration:none;border-radius:4px;"
                      >Open the view</a
                    >
                  </p>`
                : null
            }
            <p style="${SMALL}">${why}</p>
          </div>
        </body>
      </html>`.html,
    files,
  };
};
