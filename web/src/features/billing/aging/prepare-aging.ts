import { type AgingRow, type BillingSide, STATEMENT_AGES, type StatementAge } from '@paceline/contract';

/** A figure of the page: of a row or of the total, of one age or of all. */
export interface OpenedFigure {
  row: AgingRow | null;
  age: StatementAge | null;
}

/** The list's filters for the statements behind a figure. */
export const statementsBehind = (
  { row, age }: OpenedFigure,
  side: BillingSide,
  ownerKey: number | null,
): Record<string, unknown> => {
  const owner = row?.ownerKey ?? ownerKey;
  return {
    side,
    age: age === null ? Object.keys(STATEMENT_AGES) : [age],
    sort: 'dueOn',
    ...(owner !== null && { ownerKey: owner }),
    ...(row !== null && { [side === 'media' ? 'partner' : 'client']: [row.partyKey] }),
  };
};

export const figureTitle = ({ row, age }: OpenedFigure): string =>
  [row?.partyName, age === null ? 'All open' : STATEMENT_AGES[age]].filter(Boolean).join(': ');
