import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import type { ShownLead } from './prepare-detail.ts';

// Loaded on a click.
const RequestDialog = lazy(async () => ({
  default: (await import('../../shared/returns/request-dialog.tsx')).RequestDialog,
}));

/** Requests the return of a delivered lead, or links to an existing request. */
export const LeadReturn = ({ lead }: { lead: ShownLead }) => {
  const isPartner = groupOfSession() === 'mp';
  const mayReturn = useMay('leadanalyzer:Return') && !isPartner;
  const [isAsking, setAsking] = useState(false);
  const { ownerKey, leadId, leadCaptureKey, status, timeZone, events } = lead;
  const steps = events.filter((event) => event.kind === 'status');
  const wasAsked = steps.some(({ to }) => to === 'RTR');
  const wasDeclined = steps.some(({ from, to, isWithdrawal }) => from === 'RTR' && to === 'DLV' && !isWithdrawal);
  return (
    <>
      {wasAsked && (
        <Link to={pathTo(isPartner ? 'mpReturns' : 'returns')} search={{ leads: String(leadCaptureKey) } as never}>
          See the return
        </Link>
      )}
      {mayReturn && status === 'DLV' && !wasDeclined && (
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Request return
        </Button>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <RequestDialog ownerKey={ownerKey} timeZone={timeZone} leadIds={[leadId]} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
};
