import { type SheetCell, type SheetRow } from '../../../lib/sheet/sheet.ts';
import {
  currencyInHeader,
  dayOf,
  deviceOf,
  fromMicros,
  matchTypeOf,
  numberOf,
  plainAccountId,
  plainHeader,
  textOf,
} from './cells.ts';
import type { PlatformReport } from '@paceline/contract';
import { type Field, FORMATS, OTHER_LANGUAGES, type ReportFormat } from './formats.ts';
import { ReportProblem } from './report-problem.ts';

/** One row of a report as staged: texts and digits, by field. */
export type ReportRow = Partial<Record<Field, string>> & { day: string };

/** The account or website that the file must be about. */
export interface Expected {
  /** Null: the website. */
  platformName: string | null;
  accountId: string;
  accountName: string;
  currency: string;
  /** In the account's zone: a report cannot have later days. */
  today: string;
  /** The summed fields of each kind of report: the contract's list, which the reading thread does not load. */
  sums: Readonly<Record<PlatformReport, readonly Field[]>>;
}

export interface ReportEnd {
  format: ReportFormat;
  lines: number;
  warnings: string[];
  /** The requested days, where known: those without rows had no delivery, at both ends too. */
  covered?: { from: string; to: string };
}

/** The most lines of a report's own description before its headers. */
const MAX_PREAMBLE = 30;
const MAX_PROBLEMS = 20;
/** Counts must be equal; money is rounded in each row, and once in the total. */
const CENTS_PER_ROW = 0.005;
const OLDEST_YEARS = 10;
const WHOLE: ReadonlySet<Field> = new Set<Field>([
  'impressions',
  'clicks',
  'sessions',
  'engagedSessions',
  'views',
  'newUsers',
  'eventCount',
  'activeUsers',
]);
/** Blank fields in a report by campaign: the whole campaign counts as one ad group. */
const WHOLE_CAMPAIGN = { adGroupId: '', adGroupName: 'Whole campaign' };
const LONGEST_TEXT = 1_000;
/** Far above any row of a day, and within the range of every column. */
const MAX_AMOUNT = 999_999_999.99;

interface Recognised {
  format: ReportFormat;
  columns: Partial<Record<Field, number>>;
  width: number;
  headers: string[];
}

const columnsOf = (format: ReportFormat, plain: readonly string[]): Partial<Record<Field, number>> => {
  const columns: Partial<Record<Field, number>> = {};
  for (const [field, names] of Object.entries(format.headers) as [Field, readonly string[]][]) {
    const name = names.find((one) => plain.includes(one));
    if (name !== undefined) columns[field] = plain.indexOf(name);
  }
  return columns;
};

const recognise = (cells: readonly SheetCell[], platformName: string | null): Recognised | null => {
  const plain = cells.map(plainHeader);
  const fitting = FORMATS.flatMap((format) => {
    const columns = columnsOf(format, plain);
    const isWhole = format.needs.every((field) => columns[field] !== undefined);
    const namesSource =
      columns.sourceMedium !== undefined || (columns.source !== undefined && columns.medium !== undefined);
    return isWhole && (format.report !== 'pages' || namesSource) ? [{ format, columns }] : [];
  });
  // Two platforms may use the same headers: then the account's own format counts.
  const ofAccount = ({ format: { platforms } }: (typeof fitting)[number]) =>
    platformName === null ? platforms.length === 0 : platforms.includes(platformName);
  const candidate = fitting.find(ofAccount) ?? fitting[0];
  if (candidate === undefined) return null;
  return { ...candidate, width: cells.findLastIndex((cell) => textOf(cell) !== '') + 1, headers: cells.map(textOf) };
};

/** Why no format fits, in words that help the file's maker. */
const unknownReport = (rows: readonly SheetRow[], platformName: string | null): ReportProblem => {
  const plain = rows.map(({ cells }) => cells.map(plainHeader));
  const languages = Object.entries(OTHER_LANGUAGES).map(([language, words]) => ({
    language,
    count: Math.max(0, ...plain.map((cells) => cells.filter((cell) => words.test(cell)).length)),
  }));
  const other = languages.toSorted((a, b) => b.count - a.count)[0];
  if (other !== undefined && other.count >= 2) {
    return new ReportProblem(
      `The headers are in another language (${other.language}). Set the platform’s language to English and export the report again.`,
    );
  }
  const own = FORMATS.filter(({ platforms }) =>
    platformName === null ? platforms.length === 0 : platforms.includes(platformName),
  );
  const nearest = own
    .flatMap((format) => plain.map((cells) => ({ format, columns: columnsOf(format, cells) })))
    .map(({ format, columns }) => ({ format, missing: format.needs.filter((field) => columns[field] === undefined) }))
    .toSorted((a, b) => a.missing.length / a.format.needs.length - b.missing.length / b.format.needs.length)[0];
  if (nearest !== undefined && nearest.missing.length < nearest.format.needs.length) {
    const names = nearest.missing.map((field) => nearest.format.headers[field]?.[0] ?? field).join(', ');
    return new ReportProblem(`The file has no column for: ${names}. ${nearest.format.advice}`);
  }
  const advice = own[0]?.advice ?? '';
  return new ReportProblem(`No known report has these headers. ${advice}`.trim());
};

/** Reads a report row by row: recognises it, checks every cell, and adds up the sums for its last line. */
export const createReportReader = (expected: Expected) => {
  const before: SheetRow[] = [];
  const problems: string[] = [];
  const warnings = new Set<string>();
  const added = new Map<Field, number>();
  let reportKind: Recognised | null = null;
  let totals: ReadonlyMap<Field, number> | null = null;
  let lines = 0;
  let endsWell = false;
  const oldest = `${Number(expected.today.slice(0, 4)) - OLDEST_YEARS}${expected.today.slice(4)}`;

  const note = (row: number, field: Field, message: string): void => {
    const header = reportKind?.headers[reportKind.columns[field] ?? -1] ?? field;
    problems.push(`Line ${row}, ${header}: ${message}`);
    if (problems.length >= MAX_PROBLEMS) throw new ReportProblem('The report has cells that cannot be read.', problems);
  };

  const assertFits = ({ format, headers, columns }: Recognised): void => {
    const fits =
      expected.platformName === null ? format.platforms.length === 0 : format.platforms.includes(expected.platformName);
    const own =
      expected.platformName === null
        ? 'the website takes GA4 reports'
        : `${expected.accountName} is an account of ${expected.platformName}`;
    if (!fits) throw new ReportProblem(`This is a report of another platform (${format.name}); ${own}.`);
    const named = columns.cost === undefined ? null : currencyInHeader(headers[columns.cost] ?? '');
    if (named !== null) assertCurrency(named);
    if (columns.device === undefined && format.report === 'daily')
      warnings.add('The file does not say the device: all of it counts as desktop.');
  };
  const assertCurrency = (currency: string): void => {
    if (currency.toUpperCase() !== expected.currency)
      throw new ReportProblem(
        `The report is in ${currency.toUpperCase()}; ${expected.accountName} is kept in ${expected.currency}.`,
      );
  };
  const assertAccount = (id: string): void => {
    if (plainAccountId(id) !== plainAccountId(expected.accountId))
      throw new ReportProblem(`The report is of the account ${id}; ${expected.accountName} is ${expected.accountId}.`);
  };

  const cellOf = (cells: readonly SheetCell[], field: Field): SheetCell | undefined => {
    const column = reportKind?.columns[field];
    return column === undefined ? undefined : cells[column];
  };
  const amountOf = (cells: readonly SheetCell[], field: Field): string | null => {
    const digits = numberOf(cellOf(cells, field));
    const amount =
      digits !== null && field === 'cost' && reportKind?.format.micros === true ? fromMicros(digits) : digits;
    return amount === null || Number(amount) > MAX_AMOUNT ? null : amount;
  };

  const totalsOf = (cells: readonly SheetCell[]): Map<Field, number> =>
    new Map(
      expected.sums[reportKind!.format.report].flatMap((field) => {
        const isThere = textOf(cellOf(cells, field)) !== '';
        const amount = isThere ? amountOf(cells, field) : null;
        return amount === null ? [] : [[field, Number(amount)] as const];
      }),
    );

  const readRow = ({ row, cells }: SheetRow): ReportRow | null => {
    const { format, columns } = reportKind!;
    const first = textOf(cells.find((cell) => textOf(cell) !== ''));
    if (first.startsWith('#')) return null;
    if (format.ending?.last.test(first) === true) endsWell = true;
    // A row of totals has no day. Meta's has no label either: its first cells are blank.
    const isDayless = textOf(cellOf(cells, 'day')) === '' || dayOf(cellOf(cells, 'day'), format.dates) === null;
    if (
      isDayless &&
      (format.totals?.test(first) === true || (format.key === 'meta' && textOf(cellOf(cells, 'campaignId')) === ''))
    ) {
      totals = totalsOf(cells);
      return null;
    }
    if (isDayless && format.ignored?.test(first) === true) return null;
    const used = cells.findLastIndex((cell) => textOf(cell) !== '') + 1;
    const needed = Math.max(...format.needs.map((field) => columns[field] ?? 0)) + 1;
    if (cells.length < reportKind!.width && used < needed)
      throw new ReportProblem(
        `Line ${row} has ${used} of ${reportKind!.width} cells: the file is cut off. Export it again.`,
      );
    lines += 1;
    const problemsBefore = problems.length;
    const read: ReportRow = { day: dayOf(cellOf(cells, 'day'), format.dates) ?? '' };
    if (read.day === '') note(row, 'day', `“${textOf(cellOf(cells, 'day')).slice(0, 40)}” is not a day.`);
    else if (read.day > expected.today) note(row, 'day', `${read.day} has not come yet.`);
    else if (read.day < oldest) note(row, 'day', `${read.day} is more than ${OLDEST_YEARS} years ago.`);
    for (const field of expected.sums[format.report]) {
      const amount = amountOf(cells, field);
      if (amount === null)
        note(
          row,
          field,
          `“${textOf(cellOf(cells, field)).slice(0, 40)}” is not a number from 0 to 999,999,999.99, as 1,234.56.`,
        );
      else if (WHOLE.has(field) && /\.\d*[1-9]/.test(amount)) note(row, field, `“${amount}” must be a whole number.`);
      else {
        read[field] = amount;
        added.set(field, (added.get(field) ?? 0) + Number(amount));
      }
    }
    for (const field of [
      'campaignId',
      'campaignName',
      'adGroupId',
      'adGroupName',
      'keyword',
      'eventName',
      'host',
      'path',
      'source',
      'medium',
    ] as const) {
      if (columns[field] === undefined) continue;
      const text = textOf(cellOf(cells, field));
      const mayBeBlank = field === 'adGroupId' || field === 'adGroupName' || format.report === 'pages';
      if (text === '' && !mayBeBlank) note(row, field, 'is blank.');
      if (text.length > LONGEST_TEXT) note(row, field, `has more than ${LONGEST_TEXT} characters.`);
      read[field] = text;
    }
    const currency = textOf(cellOf(cells, 'currency'));
    if (currency !== '') assertCurrency(currency);
    const account = textOf(cellOf(cells, 'accountId'));
    if (account !== '') assertAccount(account);
    if (problems.length > problemsBefore) return null;
    return finished(format, read, cells);
  };

  const finished = (format: ReportFormat, read: ReportRow, cells: readonly SheetCell[]): ReportRow => {
    if (format.report === 'pages') {
      const [source = '', medium = ''] = textOf(cellOf(cells, 'sourceMedium')).split(' / ');
      return {
        ...read,
        host: read.host!.toLowerCase(),
        // Query strings may contain personal data, and are many: only the path counts.
        path: read.path!.split(/[?#]/, 1)[0]!,
        source: read.source ?? source,
        medium: read.medium ?? medium,
      };
    }
    if (format.report === 'events') return read;
    const named = read.adGroupId ? { adGroupName: read.adGroupName || read.adGroupId } : WHOLE_CAMPAIGN;
    if (format.report === 'keywords') return { ...read, ...named, matchType: matchTypeOf(cellOf(cells, 'matchType')) };
    return { ...read, ...named, device: deviceOf(cellOf(cells, 'device')) };
  };

  const assertTotals = (): void => {
    for (const [field, total] of totals ?? []) {
      const sum = added.get(field) ?? 0;
      const isRounded =
        field === 'cost' || field === 'conversions' || field === 'viewThrough' || field === 'callConversions';
      const most = isRounded ? Math.max(0.011, CENTS_PER_ROW * lines) : 0.001;
      // Users cannot be added up: a returning visitor counts once over the whole time.
      if (field === 'activeUsers' || field === 'newUsers' || Math.abs(sum - total) <= most) continue;
      const write = (value: number): string =>
        field === 'cost' ? value.toFixed(2) : String(Math.round(value * 100) / 100);
      throw new ReportProblem(
        `The file’s own total says ${write(total)} for ${reportKind!.headers[reportKind!.columns[field]!]}; its lines come to ${write(sum)}. It may be cut off. Export it again.`,
      );
    }
  };

  return {
    /** The row for the table, or null where it is none. */
    push(row: SheetRow): ReportRow | null {
      if (reportKind !== null) return readRow(row);
      reportKind = recognise(row.cells, expected.platformName);
      if (reportKind !== null) assertFits(reportKind);
      else if (before.push(row) >= MAX_PREAMBLE) throw unknownReport(before, expected.platformName);
      return null;
    },
    /** Only after rows were read. */
    report: () => reportKind!.format.report,
    end(): ReportEnd {
      if (reportKind === null) throw unknownReport(before, expected.platformName);
      if (problems.length > 0) throw new ReportProblem('The report has cells that cannot be read.', problems);
      const { ending } = reportKind.format;
      const promises = ending !== undefined && before.some(({ cells }) => ending.after.test(textOf(cells[0])));
      if (promises && !endsWell)
        throw new ReportProblem('The file has no last line: it is cut off. Download it again.');
      if (lines === 0) throw new ReportProblem('The report has no rows.');
      assertTotals();
      return { format: reportKind.format, lines, warnings: [...warnings] };
    },
  };
};
