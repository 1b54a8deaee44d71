import { NativeSelect } from '@mantine/core';
import {
  attributeLabel,
  type CatalogueReport,
  cohortStage,
  fillLabel,
  type Labels,
  LEAD_ATTRIBUTE_NAMES,
  STAGES,
  type UserGroup,
} from '@paceline/contract';
import { useSetSearch } from '../dashboard-bar.tsx';
import type { DashboardSearch } from '../dashboard-search.ts';
import { attributesOf, chosenAttributes, hasOutcome } from './prepare-report.ts';

interface ReportChoicesProps {
  report: CatalogueReport;
  search: DashboardSearch;
  group: UserGroup;
  labels: Labels;
}

const PLACES = ['Attribute', 'Second attribute'] as const;

/** The attributes a report breaks down by, chosen by the reader and stored in the address. */
export const ReportChoices = ({ report, search, group, labels }: ReportChoicesProps) => {
  const set = useSetSearch();
  const count = attributesOf(report);
  const chosen = count === 0 ? [] : chosenAttributes(search, count);
  return (
    <>
      {chosen.map((attribute, place) => (
        <NativeSelect
          key={PLACES[place]}
          size="xs"
          aria-label={PLACES[place]}
          data={LEAD_ATTRIBUTE_NAMES.filter((name) => name === attribute || !chosen.includes(name)).map((name) => ({
            value: name,
            label: attributeLabel(name, group),
          }))}
          value={attribute}
          onChange={({ currentTarget }) =>
            set({ attributes: chosen.map((name, at) => (at === place ? currentTarget.value : name)).join(',') })
          }
        />
      ))}
      {hasOutcome(report) && (
        <NativeSelect
          size="xs"
          aria-label="Outcome"
          data={STAGES.map((stage) => ({ value: stage, label: fillLabel(`{${stage}.many}`, labels) }))}
          value={cohortStage(search.outcome)}
          onChange={({ currentTarget }) => set({ outcome: currentTarget.value })}
        />
      )}
    </>
  );
};
