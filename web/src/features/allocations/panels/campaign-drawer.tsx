import { Drawer, Tabs } from '@mantine/core';
import type { AllocationMonth, CampaignRow, Labels, UserGroup } from '@paceline/contract';
import { formatInstant } from '../../../lib/format.ts';
import { AttributesPanel, BreakdownPanel } from './breakdown-panel.tsx';
import type { CampaignPart } from '../month/campaign-columns.ts';
import { HistoryPanel } from './history-panel.tsx';
import classes from './panels.module.css';
import { StatusBadge } from '../../../ui/campaign-status.tsx';

/** Which campaign is looked at, which part of what is known of it, and from which cell. */
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

const StatusPanel = ({ row, timeZone }: { row: CampaignRow; timeZone: string }) => (
  <>
    <StatusBadge code={row.subStatus} />
    <ul className={classes.reasons} aria-label="Why">
      {row.statusReasons.map(({ code, message }) => (
        <li key={code}>{message}</li>
      ))}
    </ul>
    <dl className={classes.facts}>
      <dt>Next change</dt>
      <dd>{row.nextChangeAt ? formatInstant(row.nextChangeAt, timeZone) : 'No scheduled change'}</dd>
      <dt>Media partner</dt>
      <dd>{row.vendor}</dd>
      <dt>Code</dt>
      <dd>{row.campaignCode}</dd>
      <dt>Line item</dt>
      <dd>{row.goalName}</dd>
      <dt>Campus</dt>
      <dd>{row.campusName || '–'}</dd>
    </dl>
  </>
);

/** What is known of one campaign besides its row. */
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
            <StatusPanel row={row} timeZone={timeZone} />
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
            <BreakdownPanel row={row} month={month} dimension="publisherSource" />
          </Tabs.Panel>
          <Tabs.Panel value="attributes">
            <AttributesPanel row={row} month={month} group={group} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Drawer>
  );
};
