import { Button } from '@mantine/core';
import {
  leadAttention,
  leadWarning,
  stuckLeadClaimAnswer,
  stuckLeadRetry,
  type StuckLeadRow,
} from '@paceline/contract';
import { lazy, Suspense, useState } from 'react';
import { LeadEdit } from '../../shared/lead-edit/lead-edit.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useStuckChange } from './api.ts';
import { changedText, leadsText } from './prepare-stuck.ts';
import type { StuckDialogKind } from './stuck-dialogs.tsx';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

type Notice = typeof leadWarning | typeof leadAttention;

/** Notifies the people concerned about stuck leads, and shows how many emails were sent or why none was. */
const useNotice = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ call, leadKeys }: { call: Notice; leadKeys: readonly number[] }) =>
      callApi(call, { body: { leadCaptureKeys: [...leadKeys] } }),
    onSuccess: (answer) => {
      if (answer === undefined) return;
      const [first] = answer.skipped;
      const rest = first === undefined ? '' : ` ${first.cause}: ${first.message}`;
      const sent = answer.mails === 1 ? '1 mail' : `${answer.mails} mails`;
      if (answer.mails === 0) toast.info(`No mail was sent.${rest}`);
      else toast.success(`${sent} about ${leadsText(answer.leads)} sent.${rest}`);
    },
    onError: tellFailure,
  });
  return { isPending, send: (call: Notice, leadKeys: readonly number[]) => mutate({ call, leadKeys }) };
};

// Loaded on a click.
const StuckDialog = lazy(async () => ({ default: (await import('./stuck-dialogs.tsx')).StuckDialog }));

interface StuckActionsProps {
  ownerKey: number;
  rows: readonly StuckLeadRow[];
  /** Agency users with the right to change leads; a client can only confirm that it has them. */
  mayUpdate: boolean;
  isClient: boolean;
  clear: () => void;
}

/** Actions on stuck leads: for one in its drawer, for several above the table. */
export const StuckActions = ({ ownerKey, rows, mayUpdate, isClient, clear }: StuckActionsProps) => {
  const [kind, setKind] = useState<StuckDialogKind | null>(null);
  const leadKeys = rows.map(({ leadCaptureKey }) => leadCaptureKey);
  const retry = useStuckChange(stuckLeadRetry, ownerKey, ({ queued, atOnce }) => {
    clear();
    toast.success(`${leadsText(queued)} will be sent again, ${atOnce} at a time.`);
  });
  const answer = useStuckChange(stuckLeadClaimAnswer, ownerKey, (done) => {
    clear();
    toast.success(changedText(done, 'answered'));
  });
  const notice = useNotice();
  const claimed = rows.filter(({ claimedReference }) => claimedReference !== null);
  const small = { size: 'xs', variant: 'default' } as const;
  const only = rows.length === 1 ? rows[0] : undefined;
  const canRetry = rows.some(({ endpointKey }) => endpointKey !== null);
  return (
    <>
      {mayUpdate && (
        <>
          <Button size="xs" loading={retry.isPending} disabled={!canRetry} onClick={() => retry.mutate({ leadKeys })}>
            Retry now
          </Button>
          {only !== undefined && <LeadEdit ownerKey={ownerKey} leadKey={only.leadCaptureKey} leadId={only.leadId} />}
          <Button {...small} onClick={() => setKind('delivered')}>
            Mark as delivered
          </Button>
          <Button {...small} onClick={() => setKind('scrub')}>
            Scrub
          </Button>
          {claimed.length > 0 && claimed.length === rows.length && (
            <>
              <Button
                {...small}
                loading={answer.isPending}
                onClick={() => answer.mutate({ leadKeys, isConfirmed: true })}
              >
                Confirm that the client has it
              </Button>
              <Button {...small} onClick={() => answer.mutate({ leadKeys, isConfirmed: false })}>
                Not confirmed
              </Button>
            </>
          )}
        </>
      )}
      {isClient && (
        <Button size="xs" onClick={() => setKind('claim')}>
          We have it
        </Button>
      )}
      <Button {...small} loading={notice.isPending} onClick={() => notice.send(leadWarning, leadKeys)}>
        Send warning
      </Button>
      {rows.some(({ ageMinutes }) => ageMinutes >= 24 * 60) && (
        <Button {...small} onClick={() => notice.send(leadAttention, leadKeys)}>
          Send attention
        </Button>
      )}
      {kind !== null && (
        <Suspense fallback={null}>
          <StuckDialog ownerKey={ownerKey} kind={kind} rows={rows} onClose={() => setKind(null)} onDone={clear} />
        </Suspense>
      )}
    </>
  );
};
