import {
  type Labels,
  LEAD_STATUSES,
  leadReasonText,
  type LeadRow,
  leadSearch,
  milestoneText,
} from '@paceline/contract';
import { useCallback, useMemo } from 'react';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { useActiveOwnerKey } from '../../lib/session/session-store.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListView } from '../../shared/list/list-view.tsx';
import listClasses from '../../shared/list/list.module.css';
import { useLeadZone } from '../../shared/lead-filters.ts';
import { groupedPrefixes } from '../../ui/lists/shared-beginnings.ts';
import { Shortened } from '../../ui/lists/shortened.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { useLastSearch } from './api.ts';
import { LeadBar } from './lead-bar.tsx';
import { leadPath } from '../../shared/lead-path.ts';
import { leadTone } from '../../shared/lead-tone.ts';
import { BulkActions, useLeadActions } from './update/bulk-actions.tsx';
import { useLeadControls } from './use-lead-controls.ts';

const cellsOf = (labelsOf: (ownerKey: number) => Labels, rows: readonly LeadRow[]): ListCells<LeadRow> => {
  const names = rows.map(({ campaignName, clientName }) => ({ name: campaignName, group: clientName }));
  const prefixes = groupedPrefixes(names);
  return {
    leadId: { width: 300 },
    status: {
      width: 150,
      value: ({ status }) => LEAD_STATUSES[status].label,
      render: ({ row, text }) => <StatusMark tone={leadTone(row.status)}>{text}</StatusMark>,
    },
    statusReasons: { width: 170, value: ({ statusReasons }) => statusReasons.map(leadReasonText).join(', ') },
    milestone: {
      width: 120,
      value: ({ milestone, ownerKey }) => milestone && milestoneText(milestone, labelsOf(ownerKey)),
    },
    personName: { width: 110 },
    email: { width: 150 },
    phone: { width: 90 },
    campaignName: {
      width: 220,
      render: ({ row, text }) => <Shortened text={text} prefix={prefixes.get(row.campaignName) ?? ''} />,
    },
    campaignCode: { width: 132 },
    partnerName: { width: 150 },
    clientPrice: { width: 96 },
    mediaPrice: { width: 96 },
  };
};

/** All leads, newest first, with search and filters. */
export const LeadsPage = () => {
  const ownerKey = useActiveOwnerKey();
  const timeZone = useLeadZone(ownerKey);
  const controls = useLeadControls(ownerKey);
  const labelsOf = useLabels();
  const cells = useCallback((rows: readonly LeadRow[]) => cellsOf(labelsOf, rows), [labelsOf]);
  const actions = useLeadActions();
  const person = useLastSearch((state) => state.person);
  const fixed = useMemo(
    () => ({ ...(ownerKey !== null && { ownerKey }), ...(person !== '' && { person }) }),
    [ownerKey, person],
  );
  return (
    <div className={listClasses.page} data-fill>
      <ListView
        list={leadSearch}
        noun="leads"
        fixed={fixed}
        timeZone={timeZone}
        cellsOf={cells}
        filters={controls}
        renderBar={(shown, address) => <LeadBar controls={shown} address={address} fixed={fixed} />}
        rowLabel={({ leadId }) => leadId}
        {...(actions.length > 0 &&
          ownerKey !== null && {
            // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
            bulk: (rows: readonly LeadRow[], clear: () => void) => (
              <BulkActions {...{ ownerKey, timeZone, actions, rows, clear }} />
            ),
          })}
        open={({ leadCaptureKey }) => leadPath(leadCaptureKey)}
        empty={{ title: 'No leads yet', text: 'Leads appear here as soon as a media partner posts one.' }}
      />
    </div>
  );
};
