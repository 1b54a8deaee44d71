import { Button } from '@mantine/core';
import { attentionRule, type PacingSummary } from '@paceline/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ATTENTION, STANDARD } from './built-in.ts';
import { attentionCount } from './prepare-attention.ts';
import type { Layouts } from './use-layouts.ts';

interface AttentionButtonProps {
  summary: PacingSummary;
  layouts: Layouts;
  /** How many of the rows that the filter bar leaves; null without filters. */
  matching: number | null;
}

/** Shows the campaigns that need attention, most dollars first; a second click goes back. */
export const AttentionButton = ({ summary, layouts, matching }: AttentionButtonProps) => {
  const isOn = layouts.name === ATTENTION;
  return (
    <Button
      size="xs"
      px={9}
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      title={attentionRule(summary.band)}
      leftSection={<IconAlertTriangle size={15} aria-hidden="true" />}
      onClick={() => layouts.choose(isOn ? STANDARD : ATTENTION)}
    >
      {`${ATTENTION} ${attentionCount(summary, matching)}`}
    </Button>
  );
};
