import { Button, CopyButton, Drawer } from '@mantine/core';
import { type DeliveryTry, LEAD_STATUSES, type StuckLeadRow } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { pathTo } from '../../lib/paths.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { triesQuery } from './api.ts';
import { curlOf, reasonText } from './prepare-stuck.ts';
import { StuckActions } from './stuck-actions.tsx';
import classes from './delivery.module.css';

interface TriesDrawerProps {
  ownerKey: number;
  row: StuckLeadRow;
  timeZone: string;
  mayUpdate: boolean;
  isClient: boolean;
  onClose: () => void;
}

const OUTCOMES = {
  accepted: { tone: 'good', label: 'Accepted' },
  rejected: { tone: 'bad', label: 'Rejected' },
  failed: { tone: 'warn', label: 'Failed' },
} as const;

const Try = ({ one, timeZone }: { one: DeliveryTry; timeZone: string }) => {
  const { tone, label } = OUTCOMES[one.outcome];
  const facts = [
    one.httpStatus === null ? null : `HTTP ${one.httpStatus}`,
    one.reason === null ? null : reasonText(one.reason),
    one.durationMs === null ? null : `${formatCount(one.durationMs)} ms`,
  ].filter((fact) => fact !== null);
  return (
    <li className={classes.try}>
      <p className={classes.line}>
        <strong>Try {one.attempt}</strong> <StatusMark tone={tone}>{label}</StatusMark>{' '}
        <span className={classes.dim}>{[formatInstant(one.at, timeZone), ...facts].join(', ')}</span>
      </p>
      <div className={classes.sides}>
        <div>
          <p className={classes.side}>Sent</p>
          <ScrollFrame label={`Try ${one.attempt}: what was sent`} height={220}>
            <pre className={classes.code}>{one.request ?? 'Not stored'}</pre>
          </ScrollFrame>
          {one.request !== null && one.request !== '' && (
            <CopyButton value={curlOf(one.request)}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="subtle" onClick={copy}>
                  {copied ? 'Copied' : 'Copy as curl'}
                </Button>
              )}
            </CopyButton>
          )}
        </div>
        <div>
          <p className={classes.side}>Answer</p>
          <ScrollFrame label={`Try ${one.attempt}: what was answered`} height={220}>
            <pre className={classes.code}>{one.response ?? 'None'}</pre>
          </ScrollFrame>
        </div>
      </div>
    </li>
  );
};

/** One lead: what can be done, when it is tried next, and every try with both sides. */
export const TriesDrawer = ({ ownerKey, row, timeZone, mayUpdate, isClient, onClose }: TriesDrawerProps) => {
  const query = useQuery(triesQuery(ownerKey, row.leadKey));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={<Link to={pathTo('leadDetails', { searchType: 'lead', keyCode: row.leadKey })}>{row.leadId}</Link>}
    >
      <Loaded query={query} what="tries of the lead">
        {({ status, nextTryAt, endpointName, claimedReference, tries, postbacks }) => (
          <>
            <p className={classes.line}>
              <StatusMark tone={status === 'STK' ? 'warn' : status === 'DLV' ? 'good' : 'off'}>
                {LEAD_STATUSES[status].label}
              </StatusMark>{' '}
              {endpointName ?? 'No delivery endpoint'}.{' '}
              {status !== 'STK'
                ? ''
                : nextTryAt === null
                  ? 'No try scheduled.'
                  : `Next try ${formatInstant(nextTryAt, timeZone)}.`}
            </p>
            {claimedReference !== null && (
              <p className={classes.line}>The client says that it has this lead as {claimedReference}.</p>
            )}
            {status === 'STK' && (
              <div className={classes.actions}>
                <StuckActions
                  ownerKey={ownerKey}
                  rows={[{ ...row, claimedReference }]}
                  mayUpdate={mayUpdate}
                  isClient={isClient}
                  clear={() => undefined}
                />
              </div>
            )}
            <ol className={classes.tries} aria-label="Tries, the newest first">
              {tries.toReversed().map((one) => (
                <Try key={one.attempt} one={one} timeZone={timeZone} />
              ))}
            </ol>
            {tries.length === 0 && <p className={classes.dim}>Nothing was sent yet.</p>}
            {postbacks.length > 0 && (
              <>
                <h3 className={classes.side}>Postbacks to the media partner</h3>
                <ol className={classes.tries} aria-label="Postbacks, the newest first">
                  {postbacks.toReversed().map((one) => (
                    <li key={`${one.at}:${one.status}:${one.attempt}:${one.url}`} className={classes.try}>
                      <p className={classes.line}>
                        <strong>{LEAD_STATUSES[one.status].label}</strong>{' '}
                        <StatusMark tone={one.outcome === 'sent' ? 'good' : 'warn'}>
                          {one.outcome === 'sent' ? 'Sent' : 'Failed'}
                        </StatusMark>{' '}
                        <span className={classes.dim}>
                          {[
                            `Try ${one.attempt}`,
                            formatInstant(one.at, timeZone),
                            ...(one.httpStatus === null ? [one.response] : [`HTTP ${one.httpStatus}`]),
                            `${formatCount(one.durationMs)} ms`,
                          ].join(', ')}
                        </span>
                      </p>
                      <pre className={classes.code}>{one.url}</pre>
                    </li>
                  ))}
                </ol>
              </>
            )}
          </>
        )}
      </Loaded>
    </Drawer>
  );
};
