import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

interface LeaveGuardProps {
  isDirty: boolean;
  /** The user leaves and gives up what they filled in. */
  onLeave: () => void;
}

/** Asks before a form with unsaved changes is left. Closing the tab asks in the browser's own words. */
export const LeaveGuard = ({ isDirty, onLeave }: LeaveGuardProps) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title="Leave without saving?"
      text="Your changes are not saved and will be lost."
      action="Leave"
      cancel="Stay"
      isGrave
      onConfirm={() => {
        onLeave();
        proceed?.();
      }}
      onClose={() => reset?.()}
    />
  );
};
