import { Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { PacingSummary } from '@paceline/contract';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { daysLeftText, summaryBlocks, throughText, VERDICT_TONES } from './prepare-summary.ts';
import figure from '../figures/figure.module.css';
import classes from './summary.module.css';

interface SummaryProps {
  summary: PacingSummary;
  /** Opens the rows behind a figure. */
  onPick: (key: string) => void;
}

/** Whether the month is on plan, in words first. */
export const Summary = ({ summary, onPick }: SummaryProps) => {
  const daysLeft = daysLeftText(summary);
  return (
    <Stack gap={14} miw={0}>
      {summaryBlocks(summary).map(({ title, verdict, figures, range }) => (
        <div key={title}>
          <Title order={3} mb={2} c="dimmed" fw={600} fz="0.75rem">
            {title}
          </Title>
          <p className={classes.verdict}>
            <StatusMark tone={verdict.mark === null ? 'off' : VERDICT_TONES[verdict.mark]}>{verdict.words}</StatusMark>
          </p>
          <dl className={classes.figures}>
            {figures.map(({ key, label, text }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>
                  <button type="button" className={figure.pick} onClick={() => onPick(key)}>
                    {text}
                  </button>
                </dd>
              </div>
            ))}
          </dl>
          {range !== null && (
            <Text inherit mt={2} c="dimmed" fz="0.75rem">
              {range}
            </Text>
          )}
        </div>
      ))}
      <p className={classes.facts}>
        {daysLeft !== null && <span>{daysLeft}</span>}
        <span>{throughText(summary)}</span>
      </p>
    </Stack>
  );
};

/** As high as the summary, so that nothing moves when it arrives. */
export const SummarySkeleton = () => (
  <div role="status" className={classes.skeleton}>
    <VisuallyHidden>Loading the month</VisuallyHidden>
    <div>
      <Skeleton height={24} width="70%" mb="md" />
      <Skeleton height={52} mb="lg" />
      <Skeleton height={24} width="60%" mb="md" />
      <Skeleton height={52} />
    </div>
    <Skeleton height={270} />
  </div>
);
