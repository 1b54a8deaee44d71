import {
  type DimensionKey,
  DIMENSIONS,
  type QuestionColumn,
  type ReportMember,
  type ReportQuestion,
  type UserGroup,
  brokenDown,
  canAsk,
  narrowedTo,
  type PickedCell,
  without,
} from '@paceline/contract';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import type { GridMenuItem } from '../../../ui/grid/types.ts';
import type { Answered } from '../api.ts';

import { whyNotAdded } from '../fields/prepare-fields.ts';
import { leadsPath } from './prepare-leads-link.ts';
import type { AnswerRow } from './prepare-table.ts';

/** The most common breakdowns, if available to the reader. */
const BREAK_DOWNS: readonly DimensionKey[] = [
  'channel',
  'mediaPartner',
  'campus',
  'program',
  'state',
  'publisherSource',
];
const MAX_BREAK_DOWNS = 4;

interface CellMenuInput {
  group: UserGroup;
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  onChange: (question: ReportQuestion) => void;
}

/** Questions about a cell: by right click, Shift+F10 or the menu key. */
export const useCellMenu = ({ group, dimensions, measures, onChange }: CellMenuInput) => {
  const mayLeads = useMay('leadanalyzer:View');
  const names = new Set(measures.map(({ key }) => key));
  return ({ question, answer }: Answered) =>
    (row: AnswerRow, column: QuestionColumn): readonly GridMenuItem[] => {
      const cell: PickedCell = { row, column, question, answer };
      if (!canAsk(cell)) return [];
      const rest = without(cell);
      const used = new Set([...question.dimensions, question.pivot]);
      const fits = (key: DimensionKey): boolean =>
        dimensions.some((one) => one.key === key) && whyNotAdded(question, names, group, { dimension: key }) === null;
      const by = BREAK_DOWNS.filter((key) => !used.has(key) && fits(key)).slice(0, MAX_BREAK_DOWNS);
      const leads = mayLeads ? leadsPath(cell, group) : null;
      const items: GridMenuItem[] = [
        { label: 'Filter to this', begins: true, onAct: () => onChange(narrowedTo(cell)) },
        ...(rest === null ? [] : [{ label: 'Exclude', onAct: () => onChange(rest) }]),
        ...by.map((key, index) => ({
          label: `Break down by ${DIMENSIONS[key].label}`,
          begins: index === 0,
          onAct: () => onChange(brokenDown(cell, key)),
        })),
      ];
      if (!used.has('campaign') && fits('campaign'))
        items.push({ label: 'See campaigns', begins: true, onAct: () => onChange(brokenDown(cell, 'campaign')) });
      if (leads !== null)
        items.push({ label: 'See leads', begins: true, onAct: () => window.location.assign(hrefOf(leads)) });
      return items;
    };
};
