import { Button, Text, Title } from '@mantine/core';
import {
  LEAD_STATUSES,
  RECONCILIATION_KINDS,
  type ReconciliationMatch,
  reconciliationMatch,
  type ReconciliationRow,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatDollars } from '../../lib/text/format.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { matchesQuery, useReconciliationChange } from './api.ts';
import classes from './reconciliation.module.css';

interface PossibleMatchesProps {
  ownerKey: number;
  runKey: number;
  row: ReconciliationRow;
  /** Called after matching: the row has changed or is gone. */
  onMatched: () => void;
}

/** The other side of a possible match, with that side's data. */
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

/** Possible matches of a lead that only one side has, each with its reason and a button to match. */
export const PossibleMatches = ({ ownerKey, runKey, row, onMatched }: PossibleMatchesProps) => {
  const query = useQuery(matchesQuery(ownerKey, { runKey, rowKey: row.rowKey }));
  const { mutate, isPending } = useReconciliationChange(reconciliationMatch, ownerKey, ({ kind, difference }) => {
    const left = kind === 'MATCHED' ? 'no difference is left' : `${formatDollars(difference)} is left`;
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
      <Title order={3} mt={16} mb={2} fz="md">
        Possible matches
      </Title>
      <Loaded query={query} what="list of possible matches" lines={2}>
        {({ matches }) =>
          matches.length === 0 ? (
            <Note>
              {isOurs ? 'No row of theirs' : 'No lead of ours'} has this id in another spelling, or its campaign and
              price on a day nearby.
            </Note>
          ) : (
            <PlainList mt={8} mb={12}>
              {matches.map((match) => {
                const { name, facts } = otherSide(match, isOurs);
                return (
                  <li key={`${match.theirs.rowKey} ${match.ours.leadCaptureKey}`} className={classes.match}>
                    <div>
                      <Text size="sm" mb={4}>
                        <strong>{name}</strong>{' '}
                        <Text span size="sm" c="dimmed">
                          {facts.join(', ')}
                        </Text>
                      </Text>
                      <Note>{match.reasonText}</Note>
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
            </PlainList>
          )
        }
      </Loaded>
    </section>
  );
};
