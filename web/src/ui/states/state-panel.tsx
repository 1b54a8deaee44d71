import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './state-panel.module.css';

interface StatePanelProps {
  icon?: ReactNode;
  title: string;
  /** 1 for a whole page, 2 for a part of one. */
  level?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
}

/** Shared layout for "there is nothing here, because …". */
export const StatePanel = ({ icon, title, level = 2, children, action, role }: StatePanelProps) => {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.panel} role={role}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Heading className={classes.title}>{title}</Heading>
      {children && (
        <Box mt={4} c="dimmed" fz="sm" lh={1.55}>
          {children}
        </Box>
      )}
      {action && <Box mt={18}>{action}</Box>}
    </div>
  );
};
