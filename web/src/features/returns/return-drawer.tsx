import { CommentForm } from '../../ui/comment-form.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Drawer, Group, Text, Title } from '@mantine/core';
import { RETURN_REASONS, RETURN_STATES, returnComment } from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { formatDay, formatDollars, formatInstant } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { leadPath } from '../../shared/lead-path.ts';
import { limitNote, limitText, monthText, STATE_TONES } from '../../shared/returns/prepare-returns.ts';
import { useReturnChange } from '../../shared/returns/returns-api.ts';
import classes from '../../shared/returns/returns.module.css';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { type ShownReturn, whatAcceptingDoes } from './prepare-return.ts';
import { WithdrawButton } from './withdraw-button.tsx';

interface DrawerProps {
  row: ShownReturn;
  timeZone: string;
  mayDecide: boolean;
  onClose: () => void;
}

const factsOf = (row: ShownReturn, timeZone: string): [label: string, value: ReactNode][] => [
  ['Reason', RETURN_REASONS[row.reason]],
  ['Note', row.note],
  ['Attempts', row.attempts],
  ['Requested', `${formatInstant(row.requestedAt, timeZone)}${row.requestedBy ? `, ${row.requestedBy}` : ''}`],
  ['School group', row.ownerName],
  ['Client', row.clientName],
  ['Media partner', row.partnerName],
  ['Campaign', row.campaignName],
  ['Month of the lead', monthText(row.month)],
  ['Client price', row.clientPrice === undefined ? null : formatDollars(row.clientPrice)],
  ['Media price', row.mediaPrice === undefined ? null : formatDollars(row.mediaPrice)],
  ['Limit', row.limit && `${limitText(row.limit)}: ${limitNote(row.limit)}`],
  ['Decided', row.decidedAt && `${formatInstant(row.decidedAt, timeZone)}${row.decidedBy ? `, ${row.decidedBy}` : ''}`],
  ['Reason of the decision', row.decisionNote],
  ['Credited on', row.creditedOn && formatDay(row.creditedOn)],
];

const AddComment = ({ row: { ownerKey, returnKey } }: { row: ShownReturn }) => {
  const { mutate, isPending } = useReturnChange(returnComment);
  const reader = groupOfSession() === 'mp' ? 'The agency' : 'The media partner';
  return (
    <CommentForm
      description={`${reader} can read it; the client cannot.`}
      maxLength={1000}
      isPending={isPending}
      onAdd={(comment, onSuccess) => mutate({ ownerKey, returnKey, comment }, { onSuccess })}
    />
  );
};

const Comments = ({ row, timeZone }: { row: ShownReturn; timeZone: string }) => {
  if (row.comments === undefined) return null;
  return (
    <>
      <Title order={3} mt={16} mb={2} fz="md">
        Comments
      </Title>
      <Note>The media partner may comment through {formatDay(row.commentsThrough)}.</Note>
      <PlainList component="ol" mt={8} mb={12} aria-label="Comments">
        {row.comments.map(({ at, isPartner, by, comment }) => (
          <li key={`${at} ${comment}`} className={classes.comment}>
            <Text size="sm">
              <strong>{isPartner ? 'Media partner' : 'Agency'}</strong>{' '}
              <Text span size="sm" c="dimmed">
                {[formatInstant(at, timeZone), by].filter(Boolean).join(', ')}
              </Text>
            </Text>
            <Text size="sm">{comment}</Text>
          </li>
        ))}
      </PlainList>
      {row.comments.length === 0 && <Note>No comments yet.</Note>}
      {row.mayComment && <AddComment key={row.returnKey} row={row} />}
    </>
  );
};

/** One request: reason, effect on the bills, comments and decision. */
export const ReturnDrawer = ({ row, timeZone, mayDecide, onClose }: DrawerProps) => {
  const mayReturn = useMay('leadanalyzer:Return');
  const effect = whatAcceptingDoes(row);
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title={<strong>{row.leadId}</strong>}>
      <Group gap={12} wrap="nowrap" mb={10} fz="sm">
        <StatusMark tone={STATE_TONES[row.state]}>{RETURN_STATES[row.state]}</StatusMark>{' '}
        <Link to={leadPath(row.leadCaptureKey)}>See the lead</Link>
      </Group>
      <Facts facts={factsOf(row, timeZone)} mb={12} />
      {effect !== null && <Text size="sm">{effect}</Text>}
      {row.state === 'OPEN' && (mayDecide || row.mayWithdraw === true) && (
        <Group gap={8} mt={8}>
          {mayDecide && <DecideButtons rows={[row]} clear={() => undefined} />}
          {mayReturn && row.mayWithdraw === true && <WithdrawButton key={row.returnKey} row={row} />}
        </Group>
      )}
      <Comments row={row} timeZone={timeZone} />
    </Drawer>
  );
};
