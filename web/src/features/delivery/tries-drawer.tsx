import { CodeBlock } from '../../ui/code-block.tsx';
import { Drawer, Group, Text, Title } from '@mantine/core';
import { type DeliveryTry, LEAD_STATUSES, type StuckLeadRow } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatInstant } from '../../lib/text/format.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { CopyCurl } from '../../shared/lead-curl/copy-curl.tsx';
import { isHttpTry } from '../../shared/lead-curl/http-try.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../ui/pieces/scroll-frame.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { triesQuery } from './api.ts';
import { nextSentence, reasonText } from './prepare-stuck.ts';
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

interface Lead {
  ownerKey: number;
  leadCaptureKey: number;
}

const OUTCOMES = {
  accepted: { tone: 'good', label: 'Accepted' },
  rejected: { tone: 'bad', label: 'Rejected' },
  failed: { tone: 'warn', label: 'Failed' },
} as const;

const Try = ({ one, timeZone, lead }: { one: DeliveryTry; timeZone: string; lead: Lead }) => {
  const { tone, label } = OUTCOMES[one.outcome];
  const facts = [
    one.httpStatus === null ? null : `HTTP ${one.httpStatus}`,
    one.reason === null ? null : reasonText(one.reason),
    one.durationMs === null ? null : `${formatCount(one.durationMs)} ms`,
  ].filter((fact) => fact !== null);
  return (
    <li className={classes.try}>
      <Text size="sm" mb={2}>
        <strong>Try {one.attempt}</strong> <StatusMark tone={tone}>{label}</StatusMark>{' '}
        <Text span size="sm" c="dimmed">
          {[formatInstant(one.at, timeZone), ...facts].join(', ')}
        </Text>
      </Text>
      <Columns min={240} gap={10}>
        <div>
          <Text size="xs" mt={6} mb={2} fw={600}>
            Sent
          </Text>
          <ScrollFrame label={`Try ${one.attempt}: what was sent`} height={220}>
            <CodeBlock>{one.request ?? 'Not stored'}</CodeBlock>
          </ScrollFrame>
          {isHttpTry(one) && <CopyCurl {...lead} attempt={one.attempt} />}
        </div>
        <div>
          <Text size="xs" mt={6} mb={2} fw={600}>
            Answer
          </Text>
          <ScrollFrame label={`Try ${one.attempt}: what was answered`} height={220}>
            <CodeBlock>{one.response ?? 'None'}</CodeBlock>
          </ScrollFrame>
        </div>
      </Columns>
    </li>
  );
};

/** One stuck lead: actions, next attempt, and all attempts with request and answer. */
export const TriesDrawer = ({ ownerKey, row, timeZone, mayUpdate, isClient, onClose }: TriesDrawerProps) => {
  const query = useQuery(triesQuery(ownerKey, row.leadCaptureKey));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={<Link to={pathTo('leadDetails', { searchType: 'lead', keyCode: row.leadCaptureKey })}>{row.leadId}</Link>}
    >
      <Loaded query={query} what="tries of the lead">
        {({ status, endpointName, claimedReference, tries, postbacks, ...next }) => (
          <>
            <Text size="sm" mb={2}>
              <StatusMark tone={status === 'STK' ? 'warn' : status === 'DLV' ? 'good' : 'off'}>
                {LEAD_STATUSES[status].label}
              </StatusMark>{' '}
              {endpointName ?? 'No delivery endpoint'}.{' '}
              {status === 'STK' && nextSentence(next, timeZone, new Date(query.dataUpdatedAt).toISOString())}
            </Text>
            {claimedReference !== null && (
              <Text size="sm" mb={2}>
                The client says that it has this lead as {claimedReference}.
              </Text>
            )}
            {status === 'STK' && (
              <Group gap={8} my={12}>
                <StuckActions
                  ownerKey={ownerKey}
                  rows={[{ ...row, claimedReference }]}
                  mayUpdate={mayUpdate}
                  isClient={isClient}
                  clear={() => undefined}
                />
              </Group>
            )}
            <PlainList component="ol" mb={10} aria-label="Tries, the newest first">
              {tries.toReversed().map((one) => (
                <Try
                  key={one.attempt}
                  one={one}
                  timeZone={timeZone}
                  lead={{ ownerKey, leadCaptureKey: row.leadCaptureKey }}
                />
              ))}
            </PlainList>
            {tries.length === 0 && <Note>Nothing was sent yet.</Note>}
            {postbacks.length > 0 && (
              <>
                <Title order={3} mt={6} mb={2} fz="xs" fw={600}>
                  Postbacks to the media partner
                </Title>
                <PlainList component="ol" mb={10} aria-label="Postbacks, the newest first">
                  {postbacks.toReversed().map((one) => (
                    <li key={`${one.at}:${one.status}:${one.attempt}:${one.url}`} className={classes.try}>
                      <Text size="sm" mb={2}>
                        <strong>{LEAD_STATUSES[one.status].label}</strong>{' '}
                        <StatusMark tone={one.outcome === 'sent' ? 'good' : 'warn'}>
                          {one.outcome === 'sent' ? 'Sent' : 'Failed'}
                        </StatusMark>{' '}
                        <Text span size="sm" c="dimmed">
                          {[
                            `Try ${one.attempt}`,
                            formatInstant(one.at, timeZone),
                            ...(one.httpStatus === null ? [one.response] : [`HTTP ${one.httpStatus}`]),
                            `${formatCount(one.durationMs)} ms`,
                          ].join(', ')}
                        </Text>
                      </Text>
                      <CodeBlock>{one.url}</CodeBlock>
                    </li>
                  ))}
                </PlainList>
              </>
            )}
          </>
        )}
      </Loaded>
    </Drawer>
  );
};
