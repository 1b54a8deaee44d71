import { Button, Modal } from '@mantine/core';
import { MAX_SOURCE_REASON, SOURCE_STATUSES, type SetSourceStatus, type SourceStatus } from '@paceline/contract';
import { useState } from 'react';
import { useMay } from '../../lib/session/permissions.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { ReasonForm } from '../../ui/dialogs/reason-form.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { type StatusChange, type StatusChanged, useSourceFigures, useStatusChange } from './api.ts';
import { lostText, sourcesText } from './source-words.ts';

interface ChangedSource {
  publisherSourceKey: number;
  sourceTag: string;
  status: SourceStatus;
  rowVersion: number;
}

interface StatusActionsProps {
  sources: readonly ChangedSource[];
  size?: 'xs' | 'sm';
  onDone?: () => void;
}

/** The reverse changes: each source gets its former status; an inactive one becomes approved. */
const undoOf = ({ sources }: StatusChanged): StatusChange[] =>
  [...Map.groupBy(sources, ({ before }): SetSourceStatus => (before === 'INACTIVE' ? 'APPROVED' : before))].map(
    ([status, group]) => ({
      status,
      reason: '',
      sources: group.map(({ publisherSourceKey, rowVersion }) => ({ publisherSourceKey, rowVersion })),
    }),
  );

/** Approves, holds or blocks sources; their partners are told the reason. */
export const StatusActions = ({ sources, size = 'xs', onDone }: StatusActionsProps) => {
  const [isBlocking, setBlocking] = useState(false);
  const change = useStatusChange();
  const figures = useSourceFigures();
  const [mayUpdate, mayBlock] = [useMay('publishers:Update'), useMay('publishers:Block')];
  const isAnyBlocked = sources.some(({ status }) => status === 'BLOCKED');
  const has = (status: SourceStatus) => sources.every((source) => source.status === status);
  const what = sources.length === 1 ? sources[0]!.sourceTag : sourcesText(sources.length);

  const tell = (status: SetSourceStatus, done: StatusChanged) => {
    if (done.changed === 0)
      return toast.info(isAnyBlocked ? 'Nothing changed: the publisher is blocked.' : 'Nothing changed.');
    const name = done.changed === sources.length ? what : sourcesText(done.changed);
    const words =
      status === 'BLOCKED'
        ? `Blocked ${name}. The media partner was notified.`
        : `${SOURCE_STATUSES[status]}: ${name}.`;
    // Unblocking cannot be undone: a new block needs a reason.
    const canUndo = done.sources.length > 0 && done.sources.every(({ before }) => before !== 'BLOCKED');
    if (!canUndo) return toast.success(words);
    return toast.success(words, {
      label: 'Undo',
      onAct: () => {
        for (const body of undoOf(done))
          change.mutate(body, {
            onSuccess: () => toast.success(`Undone: ${name}.`),
            onError: tellFailure,
          });
      },
    });
  };
  const set = (status: SetSourceStatus, reason = '') =>
    change.mutate(
      {
        status,
        reason,
        sources: sources.map(({ publisherSourceKey, rowVersion }) => ({ publisherSourceKey, rowVersion })),
      },
      {
        onSuccess: (done) => {
          setBlocking(false);
          if (done) tell(status, done);
          onDone?.();
        },
        onError: tellFailure,
      },
    );
  const mayOpen = isAnyBlocked ? mayBlock : mayUpdate;
  const lost = sources.reduce((sum, source) => sum + (figures?.get(source.publisherSourceKey)?.validLeads ?? 0), 0);
  return (
    <>
      {mayOpen && !has('APPROVED') && (
        <Button size={size} variant="default" loading={change.isPending} onClick={() => set('APPROVED')}>
          Approve
        </Button>
      )}
      {mayOpen && !has('PENDING') && (
        <Button size={size} variant="default" disabled={change.isPending} onClick={() => set('PENDING')}>
          Set to pending
        </Button>
      )}
      {mayBlock && !has('BLOCKED') && (
        <Button size={size} variant="default" color="red" onClick={() => setBlocking(true)}>
          Block
        </Button>
      )}
      <Modal opened={isBlocking} onClose={() => setBlocking(false)} title={<strong>Block {what}</strong>} centered>
        {isBlocking && (
          <ReasonForm
            text={
              <>
                Leads are refused from now on, in every campaign of every owner. The media partner is told by email,
                with the reason. {lostText(sources.length, figures === undefined ? null : lost)}
              </>
            }
            label="Block"
            color="red"
            maxLength={MAX_SOURCE_REASON}
            isPending={change.isPending}
            onReason={(reason) => set('BLOCKED', reason.trim())}
          />
        )}
      </Modal>
    </>
  );
};
