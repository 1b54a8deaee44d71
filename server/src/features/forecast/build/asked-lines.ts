import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type ForecastBook } from '../../../metrics/forecast/book.ts';
import { listForecasts } from '../forecast.queries.ts';
import { type AskedLine } from './build-lines.ts';

/** The requested lines; without any, every running line item and every existing forecast. */
export const resolveLines = async (
  tx: Tx,
  { ownerKey, goals }: Pick<ForecastBook, 'ownerKey' | 'goals'>,
  lineItems: readonly string[],
): Promise<AskedLine[]> => {
  const stored = new Map((await listForecasts(tx, ownerKey)).map((forecast) => [forecast.lineItem, forecast]));
  const goalOf = new Map(goals.map((goal) => [String(goal.goalKey), goal]));
  const all = [...goals.filter(({ isOpen }) => isOpen).map(({ goalKey }) => String(goalKey)), ...stored.keys()];
  const wanted = [...new Set(lineItems.length === 0 ? all : lineItems)];
  return wanted.map((lineItem) => {
    const storedLine = stored.get(lineItem) ?? null;
    const goal = goalOf.get(lineItem);
    if (storedLine === null && goal === undefined) {
      const message = 'One of the line items is not known here.';
      throw new AppError('VALIDATION', { message, errors: [{ field: 'lineItems', code: 'invalid', message }] });
    }
    return {
      lineItem,
      goalKeys: storedLine?.goalKeys ?? (goal === undefined ? [] : [goal.goalKey]),
      channel: storedLine?.channel ?? goal?.channel ?? null,
      stored: storedLine,
    };
  });
};
