import { Kbd, Menu } from '@mantine/core';
import { Fragment } from 'react';
import type { GridMenuItem } from '../../types.ts';

export interface MenuPoint {
  x: number;
  y: number;
}

interface CellMenuProps {
  at: MenuPoint;
  items: readonly GridMenuItem[];
  onClose: () => void;
}

/** Actions for the selected cells, opened at the pointer or the active cell. */
export const CellMenu = ({ at, items, onClose }: CellMenuProps) => (
  <Menu
    opened
    onClose={onClose}
    position="bottom-start"
    shadow="md"
    offset={2}
    returnFocus={false}
    width={296}
    // Key events excluded: the key that opens the menu also reaches the document and would close it.
    clickOutsideEvents={['mousedown', 'touchstart']}
  >
    <Menu.Target>
      <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </Menu.Target>
    <Menu.Dropdown aria-label="Selected cells">
      {items.map(({ label, keys, locked = null, begins, onAct }, index) => (
        <Fragment key={label}>
          {begins && index > 0 && <Menu.Divider />}
          <Menu.Item
            fz="xs"
            py={5}
            // A disabled entry stays focusable, so that its reason can be read.
            aria-disabled={locked !== null || undefined}
            title={locked ?? undefined}
            {...(locked !== null && { c: 'dimmed' })}
            closeMenuOnClick={locked === null}
            data-autofocus={index === 0 || undefined}
            rightSection={keys && <Kbd size="xs">{keys}</Kbd>}
            onClick={() => {
              if (locked === null) onAct();
            }}
          >
            {label}
          </Menu.Item>
        </Fragment>
      ))}
    </Menu.Dropdown>
  </Menu>
);
