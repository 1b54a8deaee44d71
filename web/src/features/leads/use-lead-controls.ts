import { useMemo } from 'react';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import type { FilterControls } from '../../shared/list/list-filters.tsx';
import { DEVICE_OPTIONS, toOptions, useLeadFilters } from '../../shared/lead-filters.ts';
import { milestoneOptions, REASON_OPTIONS, STATE_OPTIONS, STATUS_OPTIONS } from './prepare-leads.ts';

/** The lead filters, most used first; filters without choices are left out. */
export const useLeadControls = (ownerKey: number | null): FilterControls => {
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
