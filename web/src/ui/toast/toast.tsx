import { Box, Button, CloseButton, Text } from '@mantine/core';
import { LIMITS } from '@paceline/contract';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { RequestId } from '../states/request-id.tsx';
import { type Toast, useToasts } from './toast-store.ts';
import classes from './toast.module.css';

const ICONS = { info: IconInfoCircle, success: IconCheck, error: IconAlertTriangle };

const ToastItem = ({ toast }: { toast: Toast }) => {
  const close = useToasts((state) => state.close);
  // Hovering or focusing keeps it open.
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => close(toast.id), LIMITS.toastMs);
    return () => clearTimeout(timer);
  }, [isHeld, close, toast.id]);
  const Icon = ICONS[toast.tone];
  return (
    <li
      className={classes.toast}
      data-tone={toast.tone}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon size={18} aria-hidden="true" className={classes.icon} />
      <Box flex={1} miw={0}>
        <Text size="sm" lh={1.5}>
          {toast.message}
        </Text>
        {toast.requestId && <RequestId value={toast.requestId} />}
      </Box>
      {toast.action && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            toast.action?.onAct();
            close(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => close(toast.id)} />
    </li>
  );
};

/** Rendered before any toast: screen readers do not announce a live region added together with its text. */
export const Toasts = () => {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={classes.region} style={{ top: LIMITS.toastTopPx }} role="status" aria-label="Messages">
      <ul className={classes.list}>
        {toasts.map((one) => (
          <ToastItem key={one.id} toast={one} />
        ))}
      </ul>
    </div>
  );
};
