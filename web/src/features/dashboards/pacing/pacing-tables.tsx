import { Button, Group, Menu, NativeSelect, Tabs } from '@mantine/core';
import type { Labels, UserGroup, WidgetBody } from '@paceline/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Slot } from '../dashboards.ts';
import type { Figure } from '../figures/prepare-figure.ts';
import { WidgetCard } from '../widgets/widget-card.tsx';
import classes from './pacing-tables.module.css';
import { slotBody } from './prepare-month.ts';
import { pacingTabs, tabLabel } from './prepare-tabs.ts';

interface PacingTablesProps {
  slots: readonly Slot[];
  by: string | undefined;
  onBy: (slot: string) => void;
  body: WidgetBody;
  labels: Labels;
  group: UserGroup;
  /** The page already shows unattributed spend above. */
  isUnattributedTold: boolean;
  onPick: (figure: Figure) => void;
}

/** One table by the chosen grouping: all of the month's tables and charts are behind its tabs. */
export const PacingTables = (props: PacingTablesProps) => {
  const { slots, by, onBy, body, labels, group, isUnattributedTold, onPick } = props;
  const { tabs, more, chosen } = useMemo(() => pacingTabs(slots, by), [slots, by]);
  const slotQuestion = useMemo(() => (chosen === null ? body : slotBody(chosen, body)), [chosen, body]);
  if (chosen === null) return null;
  return (
    <Tabs value={chosen.slot} onChange={(slot) => slot !== null && onBy(slot)} keepMounted={false}>
      <Group gap={8} justify="space-between" wrap="nowrap" mb={8}>
        <Tabs.List className={classes.tabs} aria-label="Tables of the month">
          {tabs.map((slot) => (
            <Tabs.Tab key={slot.slot} value={slot.slot}>
              {tabLabel(slot)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {more.length > 0 && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button
                className={classes.more}
                size="compact-sm"
                variant="subtle"
                color="gray"
                rightSection={<IconChevronDown size={14} aria-hidden="true" />}
              >
                More tables
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {more.map(({ slot, title }) => (
                <Menu.Item key={slot} onClick={() => onBy(slot)}>
                  {title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <NativeSelect
          className={classes.select}
          aria-label="Table"
          value={chosen.slot}
          data={slots.map(({ slot, title }) => ({ value: slot, label: title }))}
          onChange={({ currentTarget }) => onBy(currentTarget.value)}
        />
      </Group>
      <Tabs.Panel value={chosen.slot}>
        <WidgetCard
          key={chosen.slot}
          place={chosen}
          body={slotQuestion}
          labels={labels}
          group={group}
          arranging={null}
          isUnattributedTold={isUnattributedTold}
          onPick={onPick}
        />
      </Tabs.Panel>
    </Tabs>
  );
};
