import { ownerRecount, type UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/op-query.ts';
import classes from './recount-note.module.css';

interface RecountNoteProps {
  ownerKey: number;
  group: UserGroup;
  /** The owner's zone: the recount runs nightly there. */
  zone: string;
  /** Above a page, only differences are worth a line; beside a figure, also that there are none. */
  onlyDifferences?: boolean;
}

/** `Totals verified Nov 15, 2:10 AM`, or how many differ. */
export const recountText = (at: string, differences: number, zone: string): string => {
  const when = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at));
  if (differences === 0) return `Totals verified ${when}`;
  return `Totals checked ${when}: ${differences} ${differences === 1 ? 'difference' : 'differences'}`;
};

/** Result of the last recount of the owner's numbers, with the differing numbers if any. Agency only. */
export const RecountNote = ({ ownerKey, group, zone, onlyDifferences = false }: RecountNoteProps) => {
  const { data } = useQuery({
    ...callQuery(ownerRecount, { params: { owner: ownerKey } }),
    enabled: group === 'ag',
  });
  if (group !== 'ag' || data == null || (onlyDifferences && data.differences === 0)) return null;
  const text = recountText(data.at, data.differences, zone);
  if (data.differences === 0) return <p className={classes.note}>{text}.</p>;
  return (
    <details className={classes.note} data-differs>
      <summary>{text}</summary>
      <ul>
        {data.found.map(({ day, campaignKey, counter, rolled, recounted }) => (
          <li key={`${day} ${campaignKey} ${counter}`}>
            {day}, {campaignKey === null ? 'no campaign' : `campaign ${campaignKey}`}: {counter} shows {rolled}, the
            leads add up to {recounted}
          </li>
        ))}
        {data.differences > data.found.length && <li>and {data.differences - data.found.length} more</li>}
      </ul>
    </details>
  );
};
