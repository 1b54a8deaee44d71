import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RequestId } from './request-id.tsx';
import { StatePanel } from './state-panel.tsx';

interface RetryPanelProps {
  title?: string;
  message: string;
  requestId?: string | null;
  label?: string;
  level?: 1 | 2;
  onRetry: () => void;
}

export const RetryPanel = ({
  title = 'This could not be loaded',
  message,
  requestId,
  label = 'Try again',
  level = 2,
  onRetry,
}: RetryPanelProps) => (
  <StatePanel
    icon={<IconAlertTriangle size={22} aria-hidden="true" />}
    title={title}
    level={level}
    role="alert"
    action={
      <Button variant="default" onClick={onRetry}>
        {label}
      </Button>
    }
  >
    {message}
    {requestId && <RequestId value={requestId} />}
  </StatePanel>
);
