import { Drawer } from '@mantine/core';
import {
  BILLABLE_NAMES,
  type BillableGroup,
  type BillableRow,
  billableFiguresFor,
  billableNamesFor,
  formatMetricValue,
  metricLabel,
  METRICS,
  type MetricViewer,
} from '@paceline/contract';
import { hrefOf } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { LineRemarks } from './line-remarks.tsx';
import { leadsPathOf, rowName } from './prepare-billing.ts';

interface LineDrawerProps {
  row: BillableRow;
  isFrozen: boolean;
  groups: readonly BillableGroup[];
  viewer: MetricViewer;
  ownerKey: number;
  month: string;
  timeZone: string;
  onClose: () => void;
}

/** One line: its composition, its leads, and both sides' remarks. */
export const LineDrawer = ({ row, isFrozen, groups, viewer, ownerKey, month, timeZone, onClose }: LineDrawerProps) => {
  const maySeeLeads = useMay('leadanalyzer:View');
  const leads = leadsPathOf(row, { month, ownerKey, group: viewer.group });
  const { campaignKey } = row;
  // Clients dispute their statements.
  const hasTalk = viewer.group !== 'cl' && (viewer.group === 'mp' || row.partnerKey !== null);
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title={<strong>{rowName(row)}</strong>}>
      {maySeeLeads && leads !== null && (
        <p>
          <a href={hrefOf(leads)}>See the leads of this line</a>
        </p>
      )}
      <Facts
        facts={[
          ...billableNamesFor(groups, viewer.group).map((key) => [BILLABLE_NAMES[key].label, row[key]] as const),
          ...billableFiguresFor(viewer, isFrozen)
            .filter((key) => row.figures[key] != null && row.figures[key] !== 0)
            .map(
              (key) =>
                [
                  metricLabel(key, 'default', viewer.group),
                  formatMetricValue(METRICS[key], row.figures[key] ?? null),
                ] as const,
            ),
        ]}
      />
      {campaignKey !== null && hasTalk && (
        <LineRemarks line={{ ownerKey, month, campaignKey }} isAgency={viewer.group === 'ag'} timeZone={timeZone} />
      )}
    </Drawer>
  );
};
