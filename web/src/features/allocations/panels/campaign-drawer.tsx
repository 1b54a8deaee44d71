import { Facts } from '../../../ui/lists/facts.tsx';
import { Anchor, Box, Drawer, Tabs } from '@mantine/core';
import {
  type AllocationMonth,
  campaignDaypartingGet,
  type CampaignRow,
  type Labels,
  type UserGroup,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../lib/api/op-query.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { formatInstant, zoneName } from '../../../lib/text/format.ts';
import { hoursOf, hoursText, isAlways } from '../../../ui/hours/prepare-hours.ts';
import { hrefOf } from '../../../lib/address/paths.ts';
import { BreakdownTable } from '../../../shared/breakdown/breakdown-table.tsx';
import { campaignPagePath } from '../../../shared/campaign-path.ts';
import { AttributesPanel } from './attributes-panel.tsx';
import type { CampaignPart } from '../month/campaigns/campaign-columns.ts';
import { HistoryPanel } from './history-panel.tsx';
import { StatusBadge } from '../../../ui/marks/campaign-status.tsx';

/** The campaign in the drawer, the open tab, and the cell it was opened from. */
export interface Looked {
  campaignKey: number;
  part: CampaignPart;
  field: string | null;
}

interface CampaignDrawerProps {
  isOpen: boolean;
  row: CampaignRow | null;
  looked: Looked | null;
  month: AllocationMonth;
  group: UserGroup;
  labels: Labels;
  timeZone: string;
  onLook: (looked: Looked | null) => void;
  canPutBack: (field: string) => boolean;
  onPutBack: (row: CampaignRow, field: string, value: number | null) => void;
}

/** The hours of the week in which the plan lets the campaign take leads, whatever the hour is now. */
const useHours = (key: number): string | undefined => {
  const enabled = useMay('campaigns:View');
  const [opened] = useState(() => new Date());
  const { data } = useQuery({ ...callQuery(campaignDaypartingGet, { params: { key } }), enabled });
  if (!data) return undefined;
  const days = hoursOf(data.dayParting.days);
  const zone = data.dayParting.timeZone ?? data.defaultTimeZone;
  return isAlways(days) ? hoursText(days) : `${hoursText(days)} (${zoneName(zone, opened)})`;
};

const StatusPanel = ({
  row,
  timeZone,
  group,
}: Pick<CampaignDrawerProps, 'timeZone' | 'group'> & { row: CampaignRow }) => {
  const hours = useHours(row.campaignKey);
  return (
    <>
      <StatusBadge code={row.subStatus} />
      <Box component="ul" fz="sm" lh={1.6} m="12px 0 0" ps={18} aria-label="Why">
        {row.statusReasons.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </Box>
      <Facts
        mt={16}
        facts={[
          ['Hours', hours],
          ['Next change', row.nextChangeAt ? formatInstant(row.nextChangeAt, timeZone) : 'No scheduled change'],
          ['Media partner', row.vendor],
          ['Code', row.campaignCode],
          ['Line item', row.goalName],
          ['Campus', row.campusName || '–'],
        ]}
      />
      <Anchor size="sm" display="inline-block" mt={16} href={hrefOf(campaignPagePath(group, row.campaignKey))}>
        Open the campaign
      </Anchor>
    </>
  );
};

/** Details of one campaign. */
export const CampaignDrawer = (props: CampaignDrawerProps) => {
  const { isOpen, row, looked, month, group, timeZone, onLook } = props;
  return (
    <Drawer
      opened={isOpen}
      onClose={() => onLook(null)}
      position="right"
      size={520}
      padding="md"
      title={<strong>{row?.name}</strong>}
    >
      {row && looked && (
        <Tabs
          value={looked.part}
          onChange={(part) => onLook({ ...looked, part: part as CampaignPart })}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="status">Status</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
            <Tabs.Tab value="sources">Sources</Tabs.Tab>
            <Tabs.Tab value="attributes">Attributes</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="status">
            <StatusPanel row={row} timeZone={timeZone} group={group} />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <HistoryPanel
              {...{ row, month, group, timeZone }}
              labels={props.labels}
              field={looked.field}
              canPutBack={props.canPutBack}
              onPutBack={(field, value) => props.onPutBack(row, field, value)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="sources">
            <BreakdownTable campaignKey={row.campaignKey} month={month} dimension="publisherSource" />
          </Tabs.Panel>
          <Tabs.Panel value="attributes">
            <AttributesPanel row={row} month={month} group={group} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Drawer>
  );
};
