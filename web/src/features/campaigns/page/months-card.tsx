import { formatCount } from '../../../lib/text/format.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import classes from './page.module.css';
import { type Figures, monthTable } from './prepare-figures.ts';

type MonthsCardProps = { figures: Figures } & Parameters<typeof monthTable>[1];

/** The campaign by month: plan, spend, leads, returns and outcomes. */
export const MonthsCard = ({ figures, ...reader }: MonthsCardProps) => {
  const { heads, rows, total } = monthTable(figures, reader);
  return (
    <SectionCard title="Months" note="Outcomes of each month’s inquiries. Recent months will still rise.">
      {rows.length === 0 ? (
        <EmptyState title="No months yet">Its plan, spend and leads appear here by month.</EmptyState>
      ) : (
        <ScrollFrame label="Months of the campaign" height={560}>
          <table className={classes.months}>
            <TableHead of={['Month', ...heads]} />
            <tbody>
              {rows.map(({ key, name, cells }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, place) => (
                    <td key={heads[place]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
            {total && (
              <tfoot>
                <tr>
                  <th scope="row">{formatCount(rows.length)} months</th>
                  {total.map((cell, place) => (
                    <td key={heads[place]}>{cell}</td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </ScrollFrame>
      )}
      {figures.notes.map((note) => (
        <Note key={note} size="xs" mt={8}>
          {note}
        </Note>
      ))}
    </SectionCard>
  );
};
