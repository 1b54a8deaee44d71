import { AREAS_OF_INTEREST, DEGREE_LEVELS, MODALITIES, type ProgramRow, programSearch } from '@paceline/contract';
import { useMemo } from 'react';
import { useActiveOwnerKey } from '../../../lib/session/session-store.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { toOptions } from '../../../shared/lead-filters.ts';
import type { ListCells } from '../../../shared/list/list-columns.tsx';
import { ListPage } from '../../../shared/list/list-page.tsx';
import { ProgramCampaigns } from './program-campaigns.tsx';
import { ProgramFiles } from './program-files.tsx';

const optionsOf = (values: readonly { code: string; label: string }[]) =>
  values.map(({ code, label }) => ({ value: code, label }));

const CELLS: ListCells<ProgramRow> = {
  programName: { width: 230 },
  programCode: { width: 120 },
  ownerName: { width: 170 },
  clientName: { width: 180 },
  campusName: { width: 150 },
  state: { width: 70 },
  degreeLevel: { width: 150 },
  modality: { width: 110 },
  subjectArea: { width: 140 },
  nextStart: { width: 110 },
  startDates: { width: 260, value: ({ startDates }) => startDates.join(', ') },
  campaignCount: {
    width: 110,
    render: ({ row, tabIndex }) => <ProgramCampaigns program={row} tabIndex={tabIndex} />,
  },
  active: { width: 80 },
};

/** The programs of schools with their campuses and campaigns. */
export const ProgramsPage = () => {
  const ownerKey = useActiveOwnerKey();
  const options = useFilterOptions().data;
  const fixed = useMemo(() => (ownerKey === null ? {} : { ownerKey }), [ownerKey]);
  return (
    <ListPage
      action={<ProgramFiles />}
      list={programSearch}
      noun="programs"
      fixed={fixed}
      cells={CELLS}
      filters={{
        client: { label: 'Client', options: toOptions(options?.clients) },
        campus: { label: 'Campus', options: toOptions(options?.campuses) },
        degree: { label: 'Degree level', options: optionsOf(DEGREE_LEVELS) },
        modality: { label: 'Modality', options: optionsOf(MODALITIES) },
        subject: { label: 'Subject area', options: optionsOf(AREAS_OF_INTEREST) },
        active: {
          label: 'Active',
          all: 'Active and closed',
          options: [
            { value: 'yes', label: 'Active' },
            { value: 'no', label: 'Closed' },
          ],
        },
      }}
      rowLabel={({ programName }) => programName}
      empty={{ title: 'No programs yet', text: 'Programs come with a client’s education data.' }}
    />
  );
};
