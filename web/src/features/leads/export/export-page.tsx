import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { localZone, todayIn } from '../../../lib/text/format.ts';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { groupOfSession, useActiveOwnerKey } from '../../../lib/session/session-store.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { SearchLeads } from '../../../shared/search-leads.tsx';
import { ExportForm } from './export-form.tsx';

/** Exports leads: filter, count, then download or have the file written in the background. */
export const LeadExportPage = () => {
  const ownerKey = useActiveOwnerKey();
  const [today] = useState(() => todayIn(localZone(), new Date()));
  const group = groupOfSession();
  const maySearch = useMay('leadanalyzer:View');
  if (group === null) return null;
  const isPartner = group === 'mp';
  return (
    <>
      <HeadParts
        action={
          <Group gap={8}>
            {group === 'cl' && maySearch && <SearchLeads />}
            <Button component="a" variant="default" href={hrefOf(isPartner ? PATHS.mpMyExports : PATHS.myExports)}>
              My exports
            </Button>
          </Group>
        }
      />
      <ExportForm ownerKey={ownerKey} today={today} group={group} />
    </>
  );
};
