import { TableHead } from '../../../ui/table-head.tsx';
import type { Proposal, ProposalTotals } from '@paceline/contract';
import { formatWholeDollars, NONE } from '../../../lib/text/format.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { totalLines } from './prepare-proposal.ts';
import classes from './proposal.module.css';

const dollars = (value: number | null): string => (value === null ? NONE : formatWholeDollars(value));

/** Totals of the chosen changes and each line item's remaining room; both follow the checkboxes. */
export const ProposalSums = ({ proposal, totals }: { proposal: Proposal; totals: ProposalTotals }) => (
  <div className={classes.sums}>
    <section aria-label="Totals">
      <ScrollFrame label="Totals before and after">
        <table className={classes.table}>
          <TableHead of={['Whole month', 'Now', 'With these changes', 'Change']} />
          <tbody>
            {totalLines(totals, proposal).map(({ label, before, after, change }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{before}</td>
                <td>{after}</td>
                <td>{change}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <Note size="xs">In parentheses: the 80 % range.</Note>
    </section>
    <section aria-label="Line items">
      <ScrollFrame label="Line items against their budgets">
        <table className={classes.table}>
          <TableHead of={['Line item', 'Budget', 'Planned now', 'Planned after']} />
          <tbody>
            {totals.lineItems.map(({ goalKey, goalName, budget, before, after, over }) => (
              <tr key={goalKey} data-over={over > 0 || undefined}>
                <th scope="row">{goalName}</th>
                <td>{dollars(budget)}</td>
                <td>{dollars(before)}</td>
                <td>{dollars(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </section>
  </div>
);
