import { formatMetricValue, type MetricFormat, type WidgetAnswer } from '@paceline/contract';
import { Noted } from '../../../ui/marks/noted.tsx';

interface MatureCostProps {
  answer: WidgetAnswer;
  format: MetricFormat;
  onPick: (() => void) | undefined;
}

/** In place of a cost per enrollment that is too young to be told: what enrollments of older inquiries have cost. */
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
