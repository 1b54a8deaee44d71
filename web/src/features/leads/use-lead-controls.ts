import { useMemo } from 'react';
import { useLabels } from '../../lib/address/owner-labels.ts';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ALL_OWNERS } from '../../shared/insights-owner.tsx';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import type { FilterControls } from '../../shared/list/list-filters.tsx';
import { DEVICE_OPTIONS, toOptions, useLeadFilters } from '../../shared/lead-filters.ts';
import { milestoneOptions, REASON_OPTIONS, STATE_OPTIONS, STATUS_OPTIONS } from './prepare-leads.ts';

const NO_OWNERS: readonly OwnerOfUser[] = [];
const ownerOptions = (owners: readonly OwnerOfUser[]) =>
  owners.map(({ ownerKey, name }) => ({ value: String(ownerKey), label: name }));

/** The lead filters, most used first; filters without choices are left out. */
export const useLeadControls = (ownerKey: number | null): FilterControls => {
  const options = useFilterOptions().data;
  const more = useLeadFilters(ownerKey);
  const labelsOf = useLabels();
  const owners = useSession((state) => state.owners) ?? NO_OWNERS;
  return useMemo(() => {
    const isPartner = ownerKey === null;
    const several = (label: string, rows: readonly { key: number; name: string }[] | undefined) => ({
      label,
      options: toOptions(rows),
    });
    return {
      ...(isPartner &&
        owners.length > 1 && {
          ownerKey: { label: 'School group', all: ALL_OWNERS, options: ownerOptions(owners) },
        }),
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
  }, [ownerKey, options, more, labelsOf, owners]);
};
