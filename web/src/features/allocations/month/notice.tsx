import { Text } from '@mantine/core';
import { IconAlertCircle, IconArrowsDiff, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

const ICONS = { conflict: IconArrowsDiff, error: IconAlertCircle, offer: IconHistory } as const;

interface NoticeProps {
  tone: keyof typeof ICONS;
  text: string;
  /** Action buttons. */
  children: ReactNode;
}

/** A line above the table for something that needs a decision. */
export const Notice = ({ tone, text, children }: NoticeProps) => {
  const Icon = ICONS[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'offer' ? 'status' : 'alert'}>
      <Icon size={16} aria-hidden="true" className={classes.icon} />
      <Text size="sm" flex="1 1 240px">
        {text}
      </Text>
      {children}
    </div>
  );
};
