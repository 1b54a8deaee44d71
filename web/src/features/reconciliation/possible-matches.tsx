import { Button } from '@mantine/core';
import {
  LEAD_STATUSES,
  RECONCILIATION_KINDS,
  type ReconciliationMatch,
  reconciliationMatch,
  type ReconciliationRow,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatDollars } from '../../lib/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { toast } from '../../ui/toast-store.ts';
import { matchesQuery, useReconciliationChange } from './api.ts';
import classes from './reconciliation.module.css';

interface PossibleMatchesProps {
  ownerKey: number;
  runKey: number;
  row: ReconciliationRow;
  /** The row is another one now, or none any more. */
  onMatched: () => void;
}

/** The other side of a possible match, as its own list has it. */
const otherSide = ({ theirs, ours }: ReconciliationMatch, isOurs: boolean): { name: string; facts: string[] } =>
  isOurs
    ? {
        name: theirs.theirId ?? 'Row',
        facts: [
          ...(theirs.theirDate === null ? [] : [formatDay(theirs.theirDate)]),
          ...(theirs.theirCampaign === null ? [] : [theirs.theirCampaign]),
          formatDollars(theirs.theirAmount),
        ],
      }
    : {
        name: ours.leadId,
        facts: [
          formatDay(ours.capturedDate),
          ours.campaignCode,
          LEAD_STATUSES[ours.ourStatus].label,
          formatDollars(ours.ourAmount),
        ],
      };

/** What a lead that only one side has may be on the other side, each with its reason and a button that takes it for that. */
export const PossibleMatches = ({ ownerKey, runKey, row, onMatched }: PossibleMatchesProps) => {
  const query = useQuery(matchesQuery(ownerKey, { runKey, rowKey: row.rowKey }));
  const { mutate, isPending } = useReconciliationChange(reconciliationMatch, ownerKey, ({ kind, difference }) => {
    const left = kind === 'MATCHED' ? 'nothing is left between the two' : `${formatDollars(difference)} is left`;
    toast.success(`One lead now, under ${RECONCILIATION_KINDS[kind]}: ${left}.`);
    onMatched();
  });
  const isOurs = row.kind === 'OURS';
  const matchWith = ({ theirs, ours }: ReconciliationMatch) =>
    mutate({
      runKey,
      theirs: { rowKey: theirs.rowKey, version: theirs.version },
      leadCaptureKey: ours.leadCaptureKey,
      ours: ours.rowKey === null || ours.version === null ? null : { rowKey: ours.rowKey, version: ours.version },
    });
  return (
    <section aria-label="Possible matches">
      <h3 className={classes.side}>Possible matches</h3>
      <Loaded query={query} what="list of possible matches" lines={2}>
        {({ matches }) =>
          matches.length === 0 ? (
            <p className={classes.dim}>
              {isOurs ? 'No row of theirs' : 'No lead of ours'} has this id in another spelling, or its campaign and
              price on a day nearby.
            </p>
          ) : (
            <ul className={classes.comments}>
              {matches.map((match) => {
                const { name, facts } = otherSide(match, isOurs);
                return (
                  <li key={`${match.theirs.rowKey} ${match.ours.leadCaptureKey}`} className={classes.match}>
                    <div>
                      <p className={classes.line}>
                        <strong>{name}</strong> <span className={classes.dim}>{facts.join(', ')}</span>
                      </p>
                      <p className={classes.dim}>{match.reasonText}</p>
                    </div>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Match with ${name}`}
                      disabled={isPending}
                      onClick={() => matchWith(match)}
                    >
                      Match
                    </Button>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
};
