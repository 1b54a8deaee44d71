import { Box, Button, Group, Title } from '@mantine/core';
import type { PacingSummary } from '@paceline/contract';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Chart } from '../../../ui/chart/chart.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import table from '../widgets/widget-table.module.css';
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

/** The month so far against its plan. `t` shows the numbers as a table, as in every chart. */
export const BurnUp = ({ summary, height = 248 }: { summary: PacingSummary; height?: number }) => {
  const [asTable, setAsTable] = useState(false);
  const option = useMemo(() => burnUpChart(summary), [summary]);
  const toggleByKey = (event: KeyboardEvent): void => {
    if (event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey) setAsTable(!asTable);
  };
  return (
    <Box miw={0} onKeyDown={toggleByKey}>
      <Group gap={8} justify="space-between" wrap="nowrap" mb={4}>
        <Title order={3} c="dimmed" fw={600} fz="0.75rem">
          Spend against plan, added up by day
        </Title>
        <Button size="compact-xs" variant="subtle" aria-keyshortcuts="t" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'View as chart' : 'View as table'}
        </Button>
      </Group>
      {asTable ? (
        <BurnUpTable summary={summary} />
      ) : (
        <Chart label={burnUpLabel(summary)} option={option} height={height} />
      )}
    </Box>
  );
};
