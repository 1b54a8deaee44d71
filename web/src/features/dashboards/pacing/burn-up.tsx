import { Button } from '@mantine/core';
import type { PacingSummary } from '@paceline/contract';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Chart } from '../../../ui/chart/chart.tsx';
import { ScrollFrame } from '../../../ui/scroll-frame.tsx';
import table from '../widget-table.module.css';
import classes from './burn-up.module.css';
import { BURN_UP_HEADS, burnUpChart, burnUpLabel, burnUpRows } from './prepare-burn-up.ts';

const BurnUpTable = ({ summary }: { summary: PacingSummary }) => (
  <ScrollFrame label="Spend against plan, by day">
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {BURN_UP_HEADS.map((head) => (
            <th key={head} scope="col" data-number>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {burnUpRows(summary).map(({ day, cells }) => (
          <tr key={day}>
            <td>{day}</td>
            {cells.map((cell, index) => (
              <td key={BURN_UP_HEADS[index]} data-number>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollFrame>
);

/** The month so far against its plan. `t` shows the numbers as a table, as it does on every picture. */
export const BurnUp = ({ summary, height = 248 }: { summary: PacingSummary; height?: number }) => {
  const [asTable, setAsTable] = useState(false);
  const option = useMemo(() => burnUpChart(summary), [summary]);
  const toggleByKey = (event: KeyboardEvent): void => {
    if (event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey) setAsTable(!asTable);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is one of what stands inside.
    <div className={classes.burnUp} onKeyDown={toggleByKey}>
      <div className={classes.tools}>
        <h3 className={classes.title}>Spend against plan, added up by day</h3>
        <Button size="compact-xs" variant="subtle" aria-keyshortcuts="t" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'View as chart' : 'View as table'}
        </Button>
      </div>
      {asTable ? (
        <BurnUpTable summary={summary} />
      ) : (
        <Chart label={burnUpLabel(summary)} option={option} height={height} />
      )}
    </div>
  );
};
