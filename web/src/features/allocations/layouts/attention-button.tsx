import { Button } from '@mantine/core';
import { attentionRule, type PacingSummary } from '@paceline/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '../../../lib/text/format.ts';
import { ATTENTION, STANDARD } from './built-in.ts';
import type { Layouts } from './use-layouts.ts';

interface AttentionButtonProps {
  summary: PacingSummary;
  layouts: Layouts;
}

/** Shows the campaigns that need attention, most dollars first; a second click goes back. */
export const AttentionButton = ({ summary, layouts }: AttentionButtonProps) => {
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
      {`${ATTENTION} ${formatCount(summary.exceptionCount)}`}
    </Button>
  );
};
