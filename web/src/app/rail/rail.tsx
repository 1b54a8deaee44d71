import { Box, UnstyledButton } from '@mantine/core';
import type { MenuItem } from '@paceline/contract';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { usePreferences } from '../../lib/storage/preferences.ts';
import { RailIconsMenu } from './rail-icons-menu.tsx';
import { RailMenu } from './rail-menu.tsx';
import classes from './rail.module.css';

/** The menu at the left. It can be narrowed to icons; the choice is remembered. */
export const Rail = ({ menu }: { menu: readonly MenuItem[] }) => {
  const isOpen = usePreferences((state) => state.railOpen);
  const setOpen = usePreferences((state) => state.setRailOpen);
  const Icon = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <aside className={classes.rail} data-open={isOpen || undefined}>
      <Box flex={1} mih={0} p="10px 8px" style={{ overflowY: 'auto' }}>
        {isOpen ? <RailMenu menu={menu} /> : <RailIconsMenu menu={menu} />}
      </Box>
      <UnstyledButton
        className={classes.toggle}
        aria-label={isOpen ? 'Collapse menu' : 'Expand menu'}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={18} aria-hidden="true" />
        {isOpen && <span aria-hidden="true">Collapse menu</span>}
      </UnstyledButton>
    </aside>
  );
};
