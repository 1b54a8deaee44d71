import { MONTH_STATES } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../lib/address/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { writtenMonth } from '../../lib/text/days-text.ts';
import { formatDollars, localZone } from '../../lib/text/format.ts';
import { useOwnerNames } from '../../shared/use-owner-names.ts';
import table from '../../ui/lists/plain-table.module.css';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { earningsQuery } from './api.ts';
import classes from './home.module.css';
import { dueMonths } from './prepare-earnings.ts';

const billHref = (ownerKey: number | null, month: string): string =>
  `#${pathTo('mpBillable')}?${ownerKey === null ? '' : `owner=${ownerKey}&`}month=${month.slice(0, 7)}`;

/** What is due and when, by month and school group, as Billable states it. */
export const DueCard = () => {
  const query = useQuery(earningsQuery);
  const owners = useSession((state) => state.owners) ?? [];
  const nameOf = useOwnerNames();
  const zoneOf = (ownerKey: number): string =>
    owners.find((owner) => owner.ownerKey === ownerKey)?.timeZone ?? localZone();
  return (
    <SectionCard title="What is due" note="Closed months are final; open ones can still change.">
      <Loaded query={query} what="list of months" lines={4}>
        {(earnings) => {
          const months = dueMonths(earnings, zoneOf);
          if (months.length === 0)
            return <EmptyState title="Nothing is due yet">Months with billable leads are listed here.</EmptyState>;
          return (
            <table className={table.table}>
              <TableHead of={['School group', 'State']}>
                <th scope="col" className={classes.number}>
                  Due
                </th>
                <th scope="col" className={classes.number}>
                  Expected
                </th>
                <th scope="col">When</th>
              </TableHead>
              {months.map(({ month, rows, due, expected }) => (
                <tbody key={month}>
                  <tr>
                    <th scope="rowgroup" colSpan={2}>
                      <a href={billHref(null, month)}>{writtenMonth(month)}</a>
                    </th>
                    <td data-label="Due" className={classes.number}>
                      <strong>{formatDollars(due)}</strong>
                    </td>
                    <td data-label="Expected" className={classes.number}>
                      <strong>{formatDollars(expected)}</strong>
                    </td>
                    <td aria-hidden="true" />
                  </tr>
                  {rows.map((row) => (
                    <tr key={row.ownerKey}>
                      <th scope="row">
                        <a href={billHref(row.ownerKey, month)}>{nameOf(row.ownerKey)}</a>
                      </th>
                      <td data-label="State">
                        <StatusMark tone={row.status === 'CLOSED' ? 'off' : row.status === 'OPEN' ? 'good' : 'warn'}>
                          {MONTH_STATES[row.status]}
                        </StatusMark>
                      </td>
                      <td data-label="Due" className={classes.number}>
                        {formatDollars(row.due)}
                      </td>
                      <td data-label="Expected" className={classes.number}>
                        {formatDollars(row.expected)}
                      </td>
                      <td data-label="When">{row.when}</td>
                    </tr>
                  ))}
                </tbody>
              ))}
            </table>
          );
        }}
      </Loaded>
    </SectionCard>
  );
};
