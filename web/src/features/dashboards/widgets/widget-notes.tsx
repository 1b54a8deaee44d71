import { Text } from '@mantine/core';
import { formatMetricValue, METRICS, UNATTRIBUTED_LABEL, type WidgetAnswer } from '@paceline/contract';
import { UnattributedLine } from '../../../shared/unattributed-line.tsx';
import classes from './widget-notes.module.css';

interface WidgetNotesProps {
  unattributed: WidgetAnswer['unattributed'];
  notes: readonly string[];
  /** One line that opens: a page of cards does not repeat the same sentences under each. */
  isFolded: boolean;
  /** Under the page's figures what they leave out stays in sight. */
  isOpen: boolean;
}

/** What a widget's totals leave out, and how its figures are counted. */
export const WidgetNotes = ({ unattributed, notes, isFolded, isOpen }: WidgetNotesProps) => {
  const line = <UnattributedLine unattributed={unattributed} />;
  const sentences = notes.map((note) => (
    <Text key={note} inherit c="dimmed" fz="0.75rem">
      {note}
    </Text>
  ));
  if (!isFolded)
    return (
      <>
        {line}
        {sentences}
      </>
    );
  const parts = [
    ...(unattributed === undefined || isOpen
      ? []
      : [`${UNATTRIBUTED_LABEL}: ${formatMetricValue({ ...METRICS.spend, decimals: 2 }, unattributed.spend)}`]),
    ...(notes.length === 0 ? [] : [notes.length === 1 ? '1 note' : `${notes.length} notes`]),
  ];
  return (
    <>
      {isOpen && line}
      {parts.length > 0 && (
        <details className={classes.notes}>
          <summary>{parts.join(' · ')}</summary>
          {!isOpen && line}
          {sentences}
        </details>
      )}
    </>
  );
};
