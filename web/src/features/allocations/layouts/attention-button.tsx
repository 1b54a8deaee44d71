import { Button } from '@mantine/core';
import { attentionMark, type CampaignRow } from '@paceline/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { ATTENTION, STANDARD } from './built-in.ts';
import type { Layouts } from './use-layouts.ts';

interface AttentionButtonProps {
  /** As saved: the count stays while somebody types. */
  rows: readonly CampaignRow[];
  layouts: Layouts;
  /** The owner's. */
  band: number;
}

/** One click to the campaigns that will end off their budget, the most dollars first; another one back. */
export const AttentionButton = ({ rows, layouts, band }: AttentionButtonProps) => {
  const count = useMemo(() => rows.filter((row) => attentionMark(row, band) !== null).length, [rows, band]);
  const isOn = layouts.name === ATTENTION;
  return (
    <Button
      size="xs"
      px={9}
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      title={`Campaigns that will end ${band}% or more off their budget, the most dollars first`}
      leftSection={<IconAlertTriangle size={15} aria-hidden="true" />}
      onClick={() => layouts.choose(isOn ? STANDARD : ATTENTION)}
    >
      {`${ATTENTION} ${formatCount(count)}`}
    </Button>
  );
};
