import { Button } from '@mantine/core';
import type { AccountCheck, NamedAccount } from '@paceline/contract';
import { type ReactNode, useState } from 'react';
import { formatInstant } from '../../../lib/text/format.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useAccountActions } from './api.ts';
import { checkState, type Told } from './prepare-accounts.ts';

interface AccountRowProps {
  ownerKey: number;
  named: NamedAccount;
  name: string;
  head: ReactNode;
  state: Told;
  check: AccountCheck | null;
  asks: string;
  asksLabel: string;
  isSet: boolean;
  /** Whether a check is possible without a credential. */
  canCheck: boolean;
  canChange: boolean;
  zone: string;
  removed: string;
  onSet: () => void;
}

/** One account: its credential, last check, users and actions. */
export const AccountRow = (props: AccountRowProps) => {
  const {
    ownerKey,
    named,
    name,
    head,
    state,
    check,
    asks,
    asksLabel,
    isSet,
    canCheck,
    canChange,
    zone,
    removed,
    onSet,
  } = props;
  const { check: askNow, remove } = useAccountActions(ownerKey);
  const [isRemoving, setIsRemoving] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  // Nothing is stored for a system without a credential: its check result is kept only while the page is open.
  const [checkResult, setCheckResult] = useState<AccountCheck | null>(null);
  const last = check ?? (isSet ? null : checkResult);
  const run = async (action: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await action();
    } catch (error) {
      toast.error({ message: error instanceof Error ? error.message : 'The check failed.' });
    } finally {
      setIsBusy(false);
      setIsRemoving(false);
    }
  };
  return (
    <tr>
      <th scope="row">{head}</th>
      <td data-label="Credential">
        <StatusMark tone={state.tone}>{state.text}</StatusMark>
        {state.detail && <span className={table.detail}>{state.detail}</span>}
      </td>
      <td data-label="Last check" aria-live="polite">
        {last === null ? (
          'Never'
        ) : (
          <>
            <StatusMark tone={checkState(last).tone}>{checkState(last).text}</StatusMark>
            <span className={table.detail}>
              {last.detail} {formatInstant(last.at, zone)}
            </span>
          </>
        )}
      </td>
      <td data-label={asksLabel}>{asks}</td>
      {canChange && (
        <td>
          <div className={table.actions}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${isSet ? 'Replace' : 'Set'} ${name}`}
              onClick={onSet}
            >
              {isSet ? 'Replace' : 'Set'}
            </Button>
            {canCheck && (
              <Button
                size="compact-sm"
                variant="default"
                loading={isBusy && !isRemoving}
                aria-label={`Check ${name}`}
                onClick={() => void run(async () => setCheckResult((await askNow(named)) ?? null))}
              >
                Check
              </Button>
            )}
            {isSet && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={`Remove ${name}`}
                onClick={() => setIsRemoving(true)}
              >
                Remove
              </Button>
            )}
          </div>
          <ConfirmDialog
            isOpen={isRemoving}
            title={`Remove the credential for ${name}`}
            text={removed}
            action="Remove credential"
            isGrave
            isBusy={isBusy}
            onConfirm={() => void run(() => remove(named))}
            onClose={() => setIsRemoving(false)}
          />
        </td>
      )}
    </tr>
  );
};
