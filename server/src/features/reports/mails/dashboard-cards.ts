import {
  changeKey,
  type FigureCard,
  formatMetricValue,
  goalState,
  type MetricFormat,
  type QuestionAnswer,
  type ReportQuestion,
  youngOf,
  youngText,
} from '@paceline/contract';
import { type PdfPart } from '../../../lib/pdf/document.ts';
import { answerNotes } from '../question-sheet.ts';
import { drawChart, PICTURE, pictureWords } from './chart-picture.ts';
import { numberLabel, reportTable, type ReportTable, writeCell, writeName } from './report-table.rules.ts';

/** A card as one reader gets it. */
export type CardContent =
  | { kind: 'text'; text: string }
  /** A card that the reader gets nothing of, and why. */
  | { kind: 'note'; title: string; text: string }
  | { kind: 'figure'; title: string; value: string; words: string[] }
  | { kind: 'chart' | 'table'; title: string; question: ReportQuestion; answer: QuestionAnswer; filters: string[] };

const percent = (value: number): string => formatMetricValue({ kind: 'percent', decimals: 1 }, value, { signed: true });

/** A figure in words: its value, change and goal. */
export const figureContent = (
  card: FigureCard,
  answer: QuestionAnswer,
  { today, filters }: { today: string; filters: readonly string[] },
): CardContent => {
  const column = answer.columns.find(({ role }) => role === 'measure');
  if (column === undefined) return { kind: 'note', title: card.title, text: 'This figure could not be shown.' };
  const write = (value: number | null): string => formatMetricValue(column as MetricFormat, value);
  const cell = answer.total[column.key];
  const value = typeof cell === 'number' ? cell : null;
  const change = answer.total[changeKey(column.key)];
  const young = youngOf(answer, answer.total, column.key);
  const { goal, measure, period } = card;
  const state =
    goal && goalState({ goal, measure, value, period, today, young: young && youngText(young, write), write });
  return {
    kind: 'figure',
    title: card.title || column.label,
    value: write(value),
    words: [
      ...(typeof change === 'number' && answer.compared !== null ? [`${percent(change)} vs previous period`] : []),
      ...(state === null ? [] : [`${state.verdict}. ${state.text}`]),
      ...(state === null && young !== null ? [youngText(young, write)] : []),
      [reportTable(answer, null).days, ...filters].join(', '),
    ],
  };
};

/** Columns and rows that a page has room for. */
const MAX_NUMBERS = 6;
const MAX_ROWS = 25;
const NUMBER_WIDTH = 62;

const tablePart = (table: ReportTable): PdfPart => {
  const { names, rows, total } = table;
  const numbers = table.numbers.slice(0, MAX_NUMBERS);
  const lone = names.length === 0;
  const cellsOf = (row: ReportTable['total']): string[] => numbers.map((column) => writeCell(column, row));
  return {
    kind: 'table',
    head: [...(lone ? ['Days'] : names.map(({ label }) => label)), ...numbers.map(numberLabel)],
    widths: [...(lone ? ['*' as const] : names.map(() => '*' as const)), ...numbers.map(() => NUMBER_WIDTH)],
    right: numbers.map((_, index) => index + Math.max(1, names.length)),
    rows: lone
      ? []
      : rows
          .slice(0, MAX_ROWS)
          .map((row) => [...names.map((column) => writeName(table, column, row)), ...cellsOf(row)]),
    foot: [...(lone ? [table.days] : names.map((_, index) => (index === 0 ? 'Total' : ''))), ...cellsOf(total)],
  };
};

const cutNotes = (table: ReportTable): string[] => [
  ...(table.rows.length > MAX_ROWS
    ? [`First ${MAX_ROWS} of ${table.rows.length} rows; the total is of all of them.`]
    : []),
  ...(table.numbers.length > MAX_NUMBERS ? [`First ${MAX_NUMBERS} columns.`] : []),
];

const viewParts = ({
  kind,
  title,
  question,
  answer,
  filters,
}: Extract<CardContent, { kind: 'chart' | 'table' }>): PdfPart[] => {
  const table = reportTable(answer, question.granularity);
  const alt = kind === 'chart' ? pictureWords(question.chart, table) : null;
  const days = [table.days, ...(table.compared ? [`compared with ${table.compared}`] : [])].join(', ');
  const body: PdfPart[] =
    alt !== null
      ? [
          { kind: 'image', png: drawChart(question.chart, table), width: PICTURE.width, height: PICTURE.height },
          { kind: 'text', text: alt },
        ]
      : [table.rows.length === 0 ? { kind: 'text', text: 'Nothing matches.' } : tablePart(table)];
  const filtered = filters.length === 0 ? [] : [`Filters: ${filters.join('; ')}`];
  const notes = [...filtered, ...(alt === null ? cutNotes(table) : []), ...answerNotes(answer)];
  return [
    { kind: 'heading', text: `${title}, ${days}` },
    ...body,
    ...(notes.length === 0 ? [] : [{ kind: 'text' as const, text: notes.join('\n') }]),
  ];
};

/** A dashboard's cards in their order; figures beside each other become one list. */
export const cardParts = (cards: readonly CardContent[]): PdfPart[] => {
  const parts: PdfPart[] = [];
  for (const card of cards) {
    if (card.kind === 'figure') {
      const fact = [card.title, [card.value, ...card.words].join(' · ')] as const;
      const last = parts.at(-1);
      if (last?.kind === 'facts') parts.splice(-1, 1, { kind: 'facts', facts: [...last.facts, fact] });
      else parts.push({ kind: 'facts', facts: [fact] });
    } else if (card.kind === 'text') parts.push({ kind: 'text', text: card.text });
    else if (card.kind === 'note') parts.push({ kind: 'heading', text: card.title }, { kind: 'text', text: card.text });
    else parts.push(...viewParts(card));
  }
  return parts;
};

/** A card in one line, for the mail itself: of a view the total of its first value. */
export const cardLine = (card: CardContent): string => {
  if (card.kind === 'text') return card.text;
  if (card.kind === 'note') return `${card.title}: ${card.text}`;
  if (card.kind === 'figure') return `${card.title}: ${[card.value, ...card.words].join(', ')}`;
  const table = reportTable(card.answer, card.question.granularity);
  const [first] = table.numbers;
  return first === undefined
    ? card.title
    : `${card.title}: ${numberLabel(first)} ${writeCell(first, table.total)}, ${table.days}`;
};
