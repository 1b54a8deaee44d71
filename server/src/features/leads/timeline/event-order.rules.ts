import { type LeadEvent } from '@paceline/contract';

/** What follows from what, for events of one moment: a corrected lead is sent, tried, answered, and the answer is told. */
const rankOf = (event: LeadEvent): number => {
  if (event.kind === 'checks' || event.kind === 'edit') return 0;
  if (event.kind === 'status') {
    const isAnswer = (event.from === 'VAL' || event.from === 'STK') && ['DLV', 'REJ', 'STK'].includes(event.to);
    return isAnswer ? 3 : 1;
  }
  if (event.kind === 'delivery') return 2;
  return event.kind === 'postback' ? 4 : 5;
};

/**
 * Events in the order in which they happened. Those of one moment keep the order of their kind: a change of status never stands before an
 * earlier one, and each of the others as late as what it follows from.
 */
export const inOrderOfEvents = (events: readonly LeadEvent[]): LeadEvent[] => {
  const moments = Map.groupBy(events, ({ at }) => at);
  return [...moments]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([, same]) => {
      let last = 0;
      const ranked = same.map((event) => {
        const rank = rankOf(event);
        if (event.kind !== 'status') return { event, rank };
        last = Math.max(last, rank);
        return { event, rank: last };
      });
      return ranked.toSorted((a, b) => a.rank - b.rank).map(({ event }) => event);
    });
};
