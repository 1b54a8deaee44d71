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
import { MAIL, mailButton, mailPage } from '../../../shared/mail-page.ts';
import { answerNotes, questionSheet } from '../question-sheet.ts';
import { drawChart, PICTURE, pictureWords } from './chart-picture.ts';
import { fileNameOf, MAX_FILE_BYTES, whySent } from './mail-parts.ts';
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

const figureRow = (table: ReportTable, row: TableRow, label: string | null, strong = false): Html => {
  const { names, numbers } = table;
  const weight = strong ? 'font-weight:bold;' : '';
  const cells = names.map(
    (column, index) =>
      html`<td style="${MAIL.cell}${weight}">
        ${label === null ? writeName(table, column, row) : index === 0 ? label : ''}
      </td>`,
  );
  const figuresOfRow = numbers.map(
    (column) => html`<td style="${MAIL.number}${weight}">${writeCell(column, row)}</td>`,
  );
  const lone = names.length === 0 ? html`<td style="${MAIL.cell}${weight}">${label ?? ''}</td>` : null;
  return html`<tr>
    ${lone}${cells}${figuresOfRow}
  </tr>`;
};

const figures = (table: ReportTable): Html => {
  const { names, numbers, rows, total } = table;
  return html`<table role="table" style="${MAIL.table}">
    <thead>
      <tr>
        ${names.length === 0 ? html`<th scope="col" style="${MAIL.cell}">Days</th>` : null}${names.map(
          ({ label }) => html`<th scope="col" style="${MAIL.cell}">${label}</th>`,
        )}${numbers.map((column) => html`<th scope="col" style="${MAIL.number}">${numberLabel(column)}</th>`)}
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
    html: mailPage(
      view.name,
      html` ${head}
        <h1 style="${MAIL.heading}">${view.name}</h1>
        <p style="${MAIL.small}">${words.join(', ')}</p>
        ${view.description === '' ? null : html`<p style="${MAIL.text}">${view.description}</p>`}
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
        <p style="${MAIL.small}padding-top:8px;">${lines.join(' ')}</p>
        ${hasPage ? html`<p style="${MAIL.text}">${mailButton(link, 'Open the view', brand.colour)}</p>` : null}
        <p style="${MAIL.small}">${why}</p>`,
      PICTURE.width,
    ),
    files,
  };
};
