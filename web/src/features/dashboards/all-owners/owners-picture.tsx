import { Text, Title } from '@mantine/core';
import type { AllOwnersRow } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { pathTo } from '../../../lib/address/paths.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import card from '../widgets/widget-card.module.css';
import { barsChart, barsLabel, ownerBars, picturePx } from './prepare-picture.ts';

/** Each owner's spend against its budget; a bar leads to the owner. The table below has the numbers. */
export const OwnersPicture = ({ rows }: { rows: readonly AllOwnersRow[] }) => {
  const id = useId();
  const navigate = useNavigate();
  const { bars, more } = useMemo(() => ownerBars(rows), [rows]);
  const option = useMemo(() => barsChart(bars), [bars]);
  if (bars.length === 0) return null;
  return (
    <section className={card.card} aria-labelledby={id}>
      <Title id={id} order={2} fz="0.9375rem" fw={650}>
        Spend against budget
      </Title>
      <Chart
        label={barsLabel(bars)}
        option={option}
        height={picturePx(bars.length)}
        onPick={({ index }) => {
          const owner = bars[index]?.ownerKey;
          if (owner !== undefined) void navigate({ to: pathTo('pacingOverview'), search: { owner } as never });
        }}
      />
      {more > 0 && (
        <Text c="dimmed" fz="0.75rem">
          {formatCount(more)} more {more === 1 ? 'owner is' : 'owners are'} in the table below.
        </Text>
      )}
    </section>
  );
};
