import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatePanel } from './state-panel.tsx';

interface EmptyStateProps {
  title: string;
  level?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

export const EmptyState = ({ icon = <IconInbox size={22} aria-hidden="true" />, ...rest }: EmptyStateProps) => (
  <StatePanel icon={icon} {...rest} />
);
