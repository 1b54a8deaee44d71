import { CommentForm } from '../../ui/comment-form.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { Button, Drawer, Group, Text, Title } from '@mantine/core';
import {
  BILLED_STATUSES,
  LEAD_STATUSES,
  matchWayText,
  RECONCILIATION_LIMITS,
  RECONCILIATION_STATES,
  reconciliationComment,
  type ReconciliationDecision,
  type ReconciliationRow,
  reconciliationUnmatch,
} from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { formatDay, formatDollars, formatInstant, NONE } from '../../lib/text/format.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { useReconciliationChange } from './api.ts';
import {
  canDecide,
  canUnmatch,
  decisionText,
  fits,
  GROUP_WORDS,
  mayMatch,
  rowTitle,
  STATE_TONES,
  unequal,
} from './prepare-reconciliation.ts';
import { PossibleMatches } from './possible-matches.tsx';
import classes from './reconciliation.module.css';

interface RowDrawerProps {
  ownerKey: number;
  runKey: number;
  row: ReconciliationRow;
  timeZone: string;
  /** The decisions allowed here. */
  decisions: readonly ReconciliationDecision[];
  onDecide: (decision: ReconciliationDecision) => void;
  onClose: () => void;
  /** A list replaced by a newer one is read-only. */
  isOver: boolean;
}

const AddComment = ({ ownerKey, runKey, rowKey }: { ownerKey: number; runKey: number; rowKey: number }) => {
  const { mutate, isPending } = useReconciliationChange(reconciliationComment, ownerKey);
  return (
    <CommentForm
      description="Both sides read it."
      maxLength={RECONCILIATION_LIMITS.noteCharacters}
      isPending={isPending}
      onAdd={(comment, onSuccess) => mutate({ runKey, rowKey, comment }, { onSuccess })}
    />
  );
};

const dayText = (day: string | null): string => (day === null ? NONE : formatDay(day));

/** Our values at the left, theirs at the right, with differences marked. */
const Beside = ({ row }: { row: ReconciliationRow }) => {
  const differs = unequal(row);
  const lines: [label: string, ours: string, theirs: string, isUnequal: boolean][] = [
    ['Id', row.leadId ?? NONE, row.theirId ?? NONE, false],
    [
      'Status',
      row.ourStatus === null ? NONE : LEAD_STATUSES[row.ourStatus].label,
      row.theirStatus === null ? NONE : BILLED_STATUSES[row.theirStatus],
      differs.status,
    ],
    ['Day', dayText(row.capturedDate), dayText(row.theirDate), false],
    ['Amount', formatDollars(row.ourAmount), formatDollars(row.theirAmount), differs.amount],
    ['Campaign', row.campaignCode ?? NONE, row.theirCampaign ?? NONE, row.reason === 'OTHER_CAMPAIGN'],
  ];
  return (
    <table className={classes.beside}>
      <TableHead of={['Value', 'Ours', 'Theirs']} />
      <tbody>
        {lines.map(([label, ours, theirs, isUnequal]) => (
          <tr key={label} data-unequal={isUnequal || undefined}>
            <th scope="row">{label}</th>
            <td>{ours}</td>
            <td>{isUnequal ? `≠ ${theirs}` : theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** One row: both sides' values, the reason, comments and actions. */
export const RowDrawer = ({
  ownerKey,
  runKey,
  row,
  timeZone,
  decisions,
  onDecide,
  onClose,
  isOver,
}: RowDrawerProps) => {
  const unmatch = useReconciliationChange(reconciliationUnmatch, ownerKey, () => {
    toast.success('Match removed: each side is open again.');
    onClose();
  });
  const mayOpenLead = useMay('leadanalyzer:View') && groupOfSession() !== 'cl' && row.leadCaptureKey !== null;
  const leadPath =
    row.leadCaptureKey === null
      ? ''
      : pathTo(groupOfSession() === 'mp' ? 'mpLeadDetails' : 'leadDetails', {
          searchType: 'lead',
          keyCode: row.leadCaptureKey,
        });
  const possible = decisions.filter((decision) => fits(row, decision, groupOfSession() === 'ag'));
  const decided =
    row.decidedAt === null || row.decidedGroup === null
      ? null
      : [GROUP_WORDS[row.decidedGroup], row.decidedBy, formatInstant(row.decidedAt, timeZone)]
          .filter(Boolean)
          .join(', ');
  // An open row with a recorded decision: the decision was undone.
  const decidedWord = row.state === 'OPEN' ? 'Undone: ' : '';
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title={<strong>{rowTitle(row)}</strong>}>
      <Group gap={12} wrap="nowrap" mb={10} fz="sm">
        <StatusMark tone={STATE_TONES[row.state]}>{RECONCILIATION_STATES[row.state]}</StatusMark>{' '}
        {mayOpenLead && <Link to={leadPath}>See the lead</Link>}
      </Group>
      <Beside row={row} />
      <Text size="sm" mb={4}>
        {row.reasonText}
      </Text>
      {row.refusal !== null && canDecide(row) && decisions.includes('ACCEPT') && (
        <Note>It cannot be accepted as an adjustment. {row.refusal}</Note>
      )}
      {decided !== null && <Note>{`${decidedWord}${decided}`}</Note>}
      {row.note !== '' && (
        <Text size="sm" mb={4}>
          “{row.note}”
        </Text>
      )}
      {possible.length > 0 && (
        <Group gap={8} mt={8}>
          {possible.map((decision) => (
            <Button
              key={decision}
              size="xs"
              variant={decision === 'ACCEPT' || decision === 'AGREE' ? 'filled' : 'default'}
              disabled={decision === 'ACCEPT' && row.refusal !== null}
              onClick={() => onDecide(decision)}
            >
              {decisionText(decision)}
            </Button>
          ))}
        </Group>
      )}
      {row.matchedBy !== null && (
        <Text size="sm" mb={4}>
          Matched by hand. {matchWayText(row.matchedBy)}
        </Text>
      )}
      {canUnmatch(row) && !isOver && (
        <Group gap={8} mt={8}>
          <Button
            size="xs"
            variant="default"
            loading={unmatch.isPending}
            onClick={() => unmatch.mutate({ runKey, rowKey: row.rowKey, version: row.version })}
          >
            Remove match
          </Button>
        </Group>
      )}
      {mayMatch(row) && !isOver && (
        <PossibleMatches ownerKey={ownerKey} runKey={runKey} row={row} onMatched={onClose} />
      )}
      <Title order={3} mt={16} mb={2} fz="md">
        Discussion
      </Title>
      <PlainList component="ol" mt={8} mb={12} aria-label="Comments">
        {row.comments.map(({ at, group, by, comment }) => (
          <li key={`${at} ${comment}`} className={classes.comment}>
            <Text size="sm" mb={4}>
              <strong>{GROUP_WORDS[group]}</strong>{' '}
              <Text span size="sm" c="dimmed">
                {[formatInstant(at, timeZone), by].filter(Boolean).join(', ')}
              </Text>
            </Text>
            <Text size="sm" mb={4}>
              {comment}
            </Text>
          </li>
        ))}
      </PlainList>
      {row.comments.length === 0 && <Note>No comments yet.</Note>}
      <AddComment key={row.rowKey} ownerKey={ownerKey} runKey={runKey} rowKey={row.rowKey} />
    </Drawer>
  );
};
