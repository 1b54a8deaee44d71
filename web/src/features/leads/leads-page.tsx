import {
  type LabelSetName,
  LEAD_STATUSES,
  leadReasonText,
  type LeadRow,
  leadSearch,
  milestoneText,
} from '@paceline/contract';
import { useMemo } from 'react';
import { useLabels } from '../../lib/owner-labels.ts';
import { groupOfSession, useSession } from '../../lib/session-store.ts';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import type { FilterControls } from '../../shared/list/list-filters.tsx';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListView } from '../../shared/list/list-view.tsx';
import listClasses from '../../shared/list/list.module.css';
import { DEVICE_OPTIONS, toOptions, useLeadFilters, useLeadZone } from '../../shared/lead-filters.ts';
import { NoOwner } from '../../shared/no-owner.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useLastSearch } from './api.ts';
import { LeadBar } from './lead-bar.tsx';
import { leadPath } from './lead-path.ts';
import {
  leadTone,
  milestoneOptions,
  REASON_OPTIONS,
  STATE_OPTIONS,
  STATUS_OPTIONS,
} from './prepare-leads.ts';

const TITLE = 'Leads';
const TRAIL = [{ label: 'Lead Management' }];

const cellsOf = (labelsOf: (ownerKey: number) => LabelSetName): ListCells<LeadRow> => ({
  leadId: { width: 252 },
  createdAt: { width: 158 },
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
  campaignName: { width: 220 },
  partnerName: { width: 150 },
  clientPrice: { width: 96 },
  mediaPrice: { width: 96 },
});

/** In the order in which they are reached for; those that have nothing to choose from are left out. */
const useControls = (ownerKey: number | null): FilterControls => {
  const options = useFilterOptions().data;
  const more = useLeadFilters(ownerKey);
  const labelsOf = useLabels();
  return useMemo(() => {
    const isPartner = ownerKey === null;
    const several = (label: string, rows: readonly { key: number; name: string }[] | undefined) => ({
      label,
      options: toOptions(rows),
    });
    return {
      leadStatus: { label: 'Status', options: STATUS_OPTIONS },
      fromDate: { label: 'From' },
      toDate: { label: 'to' },
      campaign: several('Campaign', more?.campaigns),
      reason: { label: 'Reason', options: REASON_OPTIONS },
      ...(!isPartner && { partner: several('Media partner', options?.partners) }),
      source: several('Source', more?.sources),
      campus: several('Campus', options?.campuses),
      program: several('Program', more?.programs),
      milestone: { label: 'Furthest milestone', options: milestoneOptions(labelsOf(ownerKey)) },
      state: { label: 'State', options: STATE_OPTIONS },
      device: { label: 'Device', options: DEVICE_OPTIONS },
    };
  }, [ownerKey, options, more, labelsOf]);
};

const LeadList = ({ ownerKey }: { ownerKey: number | null }) => {
  const timeZone = useLeadZone(ownerKey);
  const controls = useControls(ownerKey);
  const labelsOf = useLabels();
  const cells = useMemo(() => cellsOf(labelsOf), [labelsOf]);
  const person = useLastSearch((state) => state.person);
  const fixed = useMemo(
    () => ({ ...(ownerKey !== null && { ownerKey }), ...(person !== '' && { person }) }),
    [ownerKey, person],
  );
  return (
    <div className={listClasses.page} data-fill>
      <PageHead title={TITLE} trail={TRAIL} />
      <ListView
        list={leadSearch}
        noun="leads"
        fixed={fixed}
        timeZone={timeZone}
        cells={cells}
        filters={controls}
        renderBar={(shown, address) => <LeadBar controls={shown} address={address} fixed={fixed} />}
        rowLabel={({ leadId }) => leadId}
        open={({ leadCaptureKey }) => leadPath(leadCaptureKey)}
        empty={{ title: 'No leads yet', text: 'Leads are listed here as soon as a media partner posts one.' }}
      />
    </div>
  );
};

/** Every lead, newest first: find one, or those of a status, a day, a campaign. */
export const LeadsPage = () => {
  const signedIn = useSession((state) => state.accessToken) !== null;
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  if (!signedIn) return null;
  if (groupOfSession() === 'mp') return <LeadList ownerKey={null} />;
  if (ownerKey === undefined)
    return (
      <>
        <PageHead title={TITLE} trail={TRAIL} />
        <NoOwner>Choose an owner to see its leads.</NoOwner>
      </>
    );
  return <LeadList key={ownerKey} ownerKey={ownerKey} />;
};
