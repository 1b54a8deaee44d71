import { Box, Button, CloseButton, Text } from '@mantine/core';
import { LIMITS } from '@paceline/contract';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RequestId } from '../states/request-id.tsx';
import { type Place, placesOf, freePlace } from './toast-place.ts';
import { type Toast, useToasts } from './toast-store.ts';
import classes from './toast.module.css';

/** How often a message looks for controls below it. */
const FOLLOW_MS = 250;
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
      data-held={isHeld || undefined}
      // Not `enter`, which also comes when a message appears under a pointer at rest.
      onMouseMove={() => setIsHeld(true)}
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

const CONTROLS = 'button, a[href], input, select, textarea, [role="tab"], [role="combobox"]';

/** What a user may click beside the messages, as it is drawn now. */
const controlsOutside = (list: HTMLElement): DOMRect[] =>
  [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    const box = control.getBoundingClientRect();
    return box.width === 0 || box.height === 0 || list.contains(control) ? [] : [box];
  });

/** Rendered before any toast: screen readers do not announce a live region added together with its text. */
export const Toasts = () => {
  const toasts = useToasts((state) => state.toasts);
  const list = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState<Place>({ side: 'right', top: LIMITS.toastTopPx });
  useLayoutEffect(() => {
    const element = list.current;
    if (toasts.length === 0 || element === null) return undefined;
    const move = (): void => {
      const next = freePlace(placesOf(element), controlsOutside(element));
      setPlace((now) => (now.side === next.side && now.top === next.top ? now : next));
    };
    move();
    // The page below may change: a message gives way to a button that comes later, unless somebody is about to use the message.
    const timer = setInterval(() => {
      if (element.querySelector('[data-held]') === null) move();
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [toasts]);
  return (
    <div className={classes.region} style={{ top: place.top }} role="status" aria-label="Messages">
      <ul ref={list} className={classes.list} data-side={place.side}>
        {toasts.map((one) => (
          <ToastItem key={one.id} toast={one} />
        ))}
      </ul>
    </div>
  );
};
