import { Box, Button, NativeSelect, Text } from '@mantine/core';
import type { AllocationMonth, CampaignRow, Labels, UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant, zoneAbbreviation } from '../../../lib/text/format.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { historyQuery } from '../api.ts';
import { QueryState } from '../../../ui/states/query-state.tsx';
import classes from './panels.module.css';
import { historyFields, type HistoryLine, prepareHistory } from '../../../shared/history/prepare-history.ts';

interface HistoryPanelProps {
  row: CampaignRow;
  /** The cell it was opened from. */
  field: string | null;
  month: AllocationMonth;
  group: UserGroup;
  labels: Labels;
  timeZone: string;
  canPutBack: (field: string) => boolean;
  onPutBack: (field: string, value: number | null) => void;
}

const ALL = '';

/** Cell history of a campaign's month: who, when, old and new value, and how. */
export const HistoryPanel = (props: HistoryPanelProps) => {
  const { row, month, group, labels, timeZone } = props;
  const query = useQuery(historyQuery(row.campaignKey, month));
  const [field, setField] = useState(props.field ?? ALL);
  const line = (one: HistoryLine) => (
    <li key={one.key} className={classes.change}>
      <Box flex={1} miw={0}>
        <Text size="sm" lh={1.4}>
          {one.label}: {one.before} <span aria-label="to">→</span> <strong>{one.after}</strong>
        </Text>
        <Note size="xs" mt={1} lh={1.4}>
          {one.who}, {one.by}, {formatInstant(one.at, timeZone)}
        </Note>
      </Box>
      {props.canPutBack(one.field) && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Restore ${one.label} to ${one.before}`}
          onClick={() => props.onPutBack(one.field, one.former)}
        >
          Restore {one.before}
        </Button>
      )}
    </li>
  );
  return (
    <QueryState
      query={query}
      label="Loading the history"
      isEmpty={(changes) => changes.length === 0}
      empty="No changes in this month"
    >
      {(changes) => {
        const fields = historyFields(changes, labels, group);
        const isKnown = fields.some(({ value }) => value === field);
        const lines = prepareHistory(changes, isKnown ? field : null, labels, group, row);
        return (
          <>
            <NativeSelect
              label="Column"
              size="xs"
              data={[{ value: ALL, label: 'All columns' }, ...fields]}
              value={isKnown ? field : ALL}
              onChange={(event) => setField(event.currentTarget.value)}
            />
            <PlainList gap={0} mt={10} aria-label={`Changes, times in ${zoneAbbreviation(timeZone)}`}>
              {lines.map(line)}
            </PlainList>
          </>
        );
      }}
    </QueryState>
  );
};
