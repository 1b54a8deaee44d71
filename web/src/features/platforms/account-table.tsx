import { Checkbox } from '@mantine/core';
import { METRICS, PLATFORM_ACCOUNT_STATUSES, type PlatformAccountRow } from '@paceline/contract';
import { formatDay, formatDollars, formatInstant, NONE } from '../../lib/text/format.ts';
import { hrefOf, pathTo } from '../../lib/address/paths.ts';
import table from '../../ui/lists/plain-table.module.css';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import classes from './platforms.module.css';
import { accountLine, campaignsText, feeText, STATUS_TONES } from './prepare-platforms.ts';

interface AccountTableProps {
  accounts: readonly PlatformAccountRow[];
  /** Null when rows cannot be selected. */
  chosen: ReadonlySet<number> | null;
  onChoose: (keys: ReadonlySet<number>) => void;
}

const MEDIA_COST = `${METRICS.mediaCost.label} this month`;
const SPEND = `${METRICS.spend.label} this month`;

/** An owner's accounts. */
export const AccountTable = ({ accounts, chosen, onChoose }: AccountTableProps) => {
  const keys = accounts.map(({ semClientAccountKey }) => semClientAccountKey);
  const count = keys.filter((key) => chosen?.has(key)).length;
  const toggle = (key: number) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(next);
  };
  // Media cost and fee are both visible to a viewer, or neither.
  const hasFees = accounts.some(({ feePercent }) => feePercent !== null);
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {chosen !== null && (
            <th scope="col">
              <Checkbox
                size="xs"
                aria-label="Select all accounts"
                checked={count > 0 && count === keys.length}
                indeterminate={count > 0 && count < keys.length}
                onChange={() => onChoose(count === keys.length ? new Set() : new Set(keys))}
              />
            </th>
          )}
          <th scope="col">Account</th>
          <th scope="col">Platform</th>
          <th scope="col">Client</th>
          <th scope="col">Status</th>
          <th scope="col">Last data</th>
          <th scope="col">Campaigns</th>
          {hasFees && (
            <>
              <th scope="col" className={classes.number}>
                Fee
              </th>
              <th scope="col" className={classes.number}>
                {MEDIA_COST}
              </th>
            </>
          )}
          <th scope="col" className={classes.number}>
            {SPEND}
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => {
          const { semClientAccountKey, accountName, status, lastDay, lastSyncAt, lastError, feePercent } = account;
          return (
            <tr key={semClientAccountKey}>
              {chosen !== null && (
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={`Select ${accountName}`}
                    checked={chosen.has(semClientAccountKey)}
                    onChange={() => toggle(semClientAccountKey)}
                  />
                </td>
              )}
              <th scope="row">
                <a href={hrefOf(pathTo('tradingPlatformEditor', { semClientAccountKey }))}>{accountName}</a>
                <span className={table.detail}>{accountLine(account)}</span>
              </th>
              <td data-label="Platform">{account.platformName}</td>
              <td data-label="Client">{account.clientName}</td>
              <td>
                <StatusMark tone={STATUS_TONES[status]}>{PLATFORM_ACCOUNT_STATUSES[status]}</StatusMark>
                {lastError !== null && <span className={`${table.detail} ${classes.error}`}>{lastError}</span>}
              </td>
              <td data-label="Last data">
                <a
                  href={hrefOf(pathTo('tradingPlatformData', { semClientAccountKey: String(semClientAccountKey) }))}
                  aria-label={`${lastDay === null ? 'None yet' : formatDay(lastDay)}: data of ${accountName}`}
                >
                  {lastDay === null ? 'None yet' : formatDay(lastDay)}
                </a>
                {lastSyncAt !== null && (
                  <span className={table.detail}>Read {formatInstant(lastSyncAt, account.timeZone)}</span>
                )}
              </td>
              <td data-label="Campaigns">{campaignsText(account)}</td>
              {hasFees && (
                <>
                  <td className={classes.number} data-label="Fee">
                    {feePercent === null ? NONE : feeText(feePercent)}
                  </td>
                  <td className={classes.number} data-label={MEDIA_COST}>
                    {formatDollars(account.mediaCost)}
                  </td>
                </>
              )}
              <td className={classes.number} data-label={SPEND}>
                {formatDollars(account.spend)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
