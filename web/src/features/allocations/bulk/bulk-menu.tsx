import { Button, Menu, Text } from '@mantine/core';
import type { CampaignRow } from '@paceline/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import type { GridMenuItem, Selected } from '../../../ui/grid/types.ts';
import classes from './bulk-menu.module.css';

interface BulkMenuProps {
  /** Reads the table's selection. */
  selected: () => Selected<CampaignRow>;
  itemsOf: (selected: Selected<CampaignRow>) => readonly GridMenuItem[];
}

const NOTHING: Selected<CampaignRow> = { rows: [], columnKeys: [] };

/** Changes for all selected campaigns; the cell menu has the same entries. */
export const BulkMenu = ({ selected, itemsOf }: BulkMenuProps) => {
  const [of, setOf] = useState(NOTHING);
  const { length } = of.rows;
  return (
    <Menu position="bottom-start" width={310} shadow="md" returnFocus onOpen={() => setOf(selected())}>
      <Menu.Target>
        <Button
          size="xs"
          px={9}
          variant="default"
          className={classes.button}
          rightSection={<IconChevronDown size={13} aria-hidden="true" />}
        >
          Bulk change
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {length === 0
            ? 'Select campaigns in the table first'
            : length === 1
              ? '1 selected campaign. Drag or press Shift+↓ to select more.'
              : `${formatCount(length)} selected campaigns`}
        </Menu.Label>
        {itemsOf(of).map(({ label, locked = null, onAct }) => (
          <Menu.Item
            key={label}
            aria-disabled={length === 0 || locked !== null || undefined}
            {...((length === 0 || locked !== null) && { c: 'dimmed' })}
            closeMenuOnClick={length > 0 && locked === null}
            onClick={() => {
              if (length > 0 && locked === null) onAct();
            }}
          >
            {label}
            {length > 0 && locked !== null && (
              <Text component="small" inherit display="block">
                {locked}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
