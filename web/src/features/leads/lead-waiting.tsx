import { Button } from '@mantine/core';
import { leadDetails, type LeadWaiting as Waiting, stuckLeadRetry } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import type { ShownLead } from './prepare-detail.ts';
import { retryProblem, waitingFacts } from './prepare-waiting.ts';

interface LeadWaitingProps {
  lead: ShownLead;
  waiting: Waiting;
  mayUpdate: boolean;
  /** When the lead was read: times before are over. */
  now: string;
}

/** What an undelivered lead waits for, and a retry without waiting for it. */
export const LeadWaiting = ({ lead, waiting, mayUpdate, now }: LeadWaitingProps) => {
  const { ownerKey, leadCaptureKey, timeZone } = lead;
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => callApi(stuckLeadRetry, { params: { owner: ownerKey }, body: { leadKeys: [leadCaptureKey] } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [leadDetails.id] });
      toast.success('The lead is sent again now.');
    },
    onError: tellFailure,
  });
  const problem = retryProblem(waiting);
  return (
    <SectionCard
      title="Waits for delivery"
      action={
        mayUpdate && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={problem !== null}
            title={problem ?? undefined}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Retry now
          </Button>
        )
      }
      note={mayUpdate && problem !== null ? problem : undefined}
    >
      <Facts facts={waitingFacts(waiting, timeZone, now)} />
    </SectionCard>
  );
};
