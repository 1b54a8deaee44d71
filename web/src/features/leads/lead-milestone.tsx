import { Button } from '@mantine/core';
import { mayHaveMilestones } from '@paceline/contract';
import { lazy, Suspense, useState } from 'react';
import { useMayReport } from '../../lib/session/may-report.ts';
import type { ShownLead } from './prepare-detail.ts';

// Loaded on a click.
const RecordMilestone = lazy(async () => ({
  default: (await import('./update/record-milestone.tsx')).RecordMilestone,
}));

/** Records a milestone on the lead of the page, as on many leads of the list. */
export const LeadMilestone = ({ lead }: { lead: ShownLead }) => {
  const { ownerKey, timeZone, leadCaptureKey, status } = lead;
  const mayReport = useMayReport();
  const [isOpen, setOpen] = useState(false);
  if (!mayReport || !mayHaveMilestones(status)) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Record milestone
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <RecordMilestone
            ownerKey={ownerKey}
            timeZone={timeZone}
            leadCaptureKeys={[leadCaptureKey]}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
};
