import { TableHead } from '../../ui/table-head.tsx';
import { Box } from '@mantine/core';
import { ADJUSTMENT_CAUSES } from '@paceline/contract';
import { formatCount, formatDay, formatDollars } from '../../lib/text/format.ts';
import table from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import type { BillableAnswer } from './api.ts';
import classes from './billing.module.css';
import { monthText } from './prepare-billing.ts';

/** Lines of this month for earlier months, each with its reason. */
export const Adjustments = ({
  adjustments,
  adjustmentCount,
}: Pick<BillableAnswer, 'adjustments' | 'adjustmentCount'>) => {
  if (adjustmentCount === 0) return null;
  const hasMedia = adjustments.some(({ mediaAmount }) => mediaAmount !== undefined);
  const isCut = adjustments.length < adjustmentCount;
  return (
    <Box mt={20}>
      <SectionCard
        title="Adjustments of earlier months"
        note={
          isCut
            ? `The first ${formatCount(adjustments.length)} of ${formatCount(adjustmentCount)}; the file has all of them.`
            : 'Closed months do not change. Later corrections are listed here.'
        }
      >
        <table className={table.table}>
          <TableHead of={['Day', 'Adjusts', 'Cause', 'Campaign', 'Lead']}>
            <th scope="col" className={classes.number}>
              Amount
            </th>
            {hasMedia && (
              <th scope="col" className={classes.number}>
                Media amount
              </th>
            )}
          </TableHead>
          <tbody>
            {adjustments.map((line) => (
              <tr key={line.adjustmentKey}>
                <th scope="row">{formatDay(line.day)}</th>
                <td>{`Adjusts ${monthText(line.forMonth)}`}</td>
                <td data-label="Cause">
                  {ADJUSTMENT_CAUSES[line.cause]}
                  <span className={table.detail}>{line.reason}</span>
                </td>
                <td data-label="Campaign">
                  {line.campaignName}
                  {line.partnerName !== null && <span className={table.detail}>{line.partnerName}</span>}
                </td>
                <td data-label="Lead">{line.leadId ?? '–'}</td>
                <td data-label="Amount" className={classes.number}>
                  {formatDollars(line.amount)}
                </td>
                {hasMedia && (
                  <td data-label="Media amount" className={classes.number}>
                    {formatDollars(line.mediaAmount ?? 0)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </SectionCard>
    </Box>
  );
};
