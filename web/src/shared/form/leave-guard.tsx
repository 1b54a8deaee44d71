import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

interface LeaveGuardProps {
  isDirty: boolean;
  /** The user leaves and discards the changes. */
  onLeave: () => void;
}

/** Asks before a form with unsaved changes is left. On closing the tab, the browser asks. */
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
