import { Button } from '@mantine/core';
import { attentionMark, type CampaignRow } from '@paceline/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { ATTENTION, STANDARD } from './built-in.ts';
import type { Layouts } from './use-layouts.ts';

interface AttentionButtonProps {
  /** Saved rows: the count stays while the user types. */
  rows: readonly CampaignRow[];
  layouts: Layouts;
  /** The owner's pacing band. */
  band: number;
}

/** Shows the campaigns projected to miss their budget, most dollars first; a second click goes back. */
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
