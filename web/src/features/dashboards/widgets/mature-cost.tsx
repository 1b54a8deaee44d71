import { formatMetricValue, type MetricFormat, type WidgetAnswer } from '@paceline/contract';
import { Noted } from '../../../ui/marks/noted.tsx';

interface MatureCostProps {
  answer: WidgetAnswer;
  format: MetricFormat;
  onPick: (() => void) | undefined;
}

/** Replaces a cost per enrollment whose inquiries are too recent: the cost of enrollments from older inquiries. */
export const MatureCost = ({ answer, format, onPick }: MatureCostProps) => {
  const { matureCpe: cost, matureCpeNote: note } = answer.totals;
  return (
    <Noted
      text={formatMetricValue(format, typeof cost === 'number' ? cost : null, { place: 'tile' })}
      note={typeof note === 'string' ? note : ''}
      onClick={onPick}
    />
  );
};
