import { Button, Drawer, Textarea } from '@mantine/core';
import { RETURN_REASONS, RETURN_STATES, returnComment } from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatDay, formatDollars, formatInstant } from '../../lib/format.ts';
import { pathTo } from '../../lib/paths.ts';
import { useMay } from '../../lib/permissions.ts';
import { groupOfSession } from '../../lib/session-store.ts';
import { limitNote, limitText, monthText, STATE_TONES } from '../../shared/returns/prepare-returns.ts';
import { useReturnChange } from '../../shared/returns/returns-api.ts';
import classes from '../../shared/returns/returns.module.css';
import { StatusMark } from '../../ui/status-mark.tsx';
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

const CommentForm = ({ row }: { row: ShownReturn }) => {
  const [comment, setComment] = useState('');
  const { mutate, isPending } = useReturnChange(returnComment, () => setComment(''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (comment.trim() !== '') mutate({ ownerKey: row.ownerKey, returnKey: row.returnKey, comment });
  };
  const isPartner = groupOfSession() === 'mp';
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label="Comment"
        description={`${isPartner ? 'The agency' : 'The media partner'} reads it, the client does not.`}
        maxLength={1000}
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" variant="default" loading={isPending} disabled={comment.trim() === ''}>
          Add comment
        </Button>
      </div>
    </form>
  );
};

const Comments = ({ row, timeZone }: { row: ShownReturn; timeZone: string }) => {
  if (row.comments === undefined) return null;
  return (
    <>
      <h3 className={classes.side}>Comments</h3>
      <p className={classes.dim}>The media partner may comment through {formatDay(row.commentsThrough)}.</p>
      <ol className={classes.comments} aria-label="Comments">
        {row.comments.map(({ at, isPartner, by, comment }) => (
          <li key={`${at} ${comment}`} className={classes.comment}>
            <p className={classes.line}>
              <strong>{isPartner ? 'Media partner' : 'Agency'}</strong>{' '}
              <span className={classes.dim}>{[formatInstant(at, timeZone), by].filter(Boolean).join(', ')}</span>
            </p>
            <p className={classes.line}>{comment}</p>
          </li>
        ))}
      </ol>
      {row.comments.length === 0 && <p className={classes.dim}>No comments yet.</p>}
      {row.mayComment && <CommentForm key={row.returnKey} row={row} />}
    </>
  );
};

/** One request: why, what it means for the bills, what the two sides say, and the decision. */
export const ReturnDrawer = ({ row, timeZone, mayDecide, onClose }: DrawerProps) => {
  const leadPath = pathTo(groupOfSession() === 'mp' ? 'mpLeadDetails' : 'leadDetails', {
    searchType: 'lead',
    keyCode: row.leadCaptureKey,
  });
  const mayReturn = useMay('leadanalyzer:Return');
  const effect = whatAcceptingDoes(row);
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title={<strong>{row.leadId}</strong>}>
      <p className={classes.top}>
        <StatusMark tone={STATE_TONES[row.state]}>{RETURN_STATES[row.state]}</StatusMark>{' '}
        <Link to={leadPath}>See the lead</Link>
      </p>
      <dl className={classes.facts}>
        {factsOf(row, timeZone)
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {effect !== null && <p className={classes.line}>{effect}</p>}
      {row.state === 'OPEN' && (mayDecide || row.mayWithdraw === true) && (
        <div className={classes.actions}>
          {mayDecide && <DecideButtons rows={[row]} clear={() => undefined} />}
          {mayReturn && row.mayWithdraw === true && <WithdrawButton key={row.returnKey} row={row} />}
        </div>
      )}
      <Comments row={row} timeZone={timeZone} />
    </Drawer>
  );
};
