import { TableHead } from '../../ui/table-head.tsx';
import type { InstructionSection } from '@paceline/contract';
import tables from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import classes from './docs.module.css';

export const sectionId = (id: string): string => `instructions-${id}`;

/** A section of the instructions as a table; on a narrow screen each row is a block. */
export const SectionPart = ({ section: { id, title, note, columns, rows } }: { section: InstructionSection }) => (
  <div id={sectionId(id)} className={classes.part} tabIndex={-1}>
    <SectionCard title={title} note={note}>
      <table className={tables.table}>
        <TableHead of={columns} />
        <tbody>
          {rows.map(({ key, cells: [about, ...cells] }) => (
            <tr key={key}>
              <th scope="row" className={classes.cell}>
                {about}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} data-label={columns[index + 1]} className={classes.cell}>
                  {cell === '' ? '–' : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SectionCard>
  </div>
);
