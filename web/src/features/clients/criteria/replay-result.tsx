import { TableHead } from '../../../ui/table-head.tsx';
import { Box, Tabs, Text } from '@mantine/core';
import { LEAD_STATUSES, type Replay, type ReplayGroup, type ReplayResult, type ReplaySample } from '@paceline/contract';
import { formatCount, formatDollars, formatInstant } from '../../../lib/text/format.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import classes from './criteria.module.css';
import { gainedWords, lostWords, maturedWords } from './prepare-replay.ts';

const UNKNOWN = 'unknown';

const Groups = ({ label, groups }: { label: string; groups: readonly ReplayGroup[] }) => (
  <ScrollFrame label={`By ${label.toLowerCase()}`}>
    <table className={classes.table} data-plain>
      <TableHead of={[label, 'Leads lost', 'Spend lost', 'Enrollments lost', 'Leads gained', 'Spend gained']} />
      <tbody>
        {groups.map(({ key, name, lost, gained }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{formatCount(lost.leads)}</td>
            <td>{formatDollars(lost.spend)}</td>
            <td>{formatCount(lost.enrollments)}</td>
            <td>{formatCount(gained.leads)}</td>
            <td>{formatDollars(gained.spend)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollFrame>
);

const Samples = ({ samples, timeZone }: { samples: readonly ReplaySample[]; timeZone: string }) => (
  <ScrollFrame label="Sample leads">
    <table className={classes.table} data-plain>
      <TableHead of={['Lead', 'Received', 'Campaign', 'Status', 'Price', 'Enrolled', 'Deciding rule']} />
      <tbody>
        {samples.map(({ leadId, receivedAt, campaignName, status, clientPrice, enrolled, rule }) => (
          <tr key={leadId}>
            <th scope="row">{leadId}</th>
            <td>{formatInstant(receivedAt, timeZone)}</td>
            <td>{campaignName}</td>
            <td>{LEAD_STATUSES[status].label}</td>
            <td>{formatDollars(clientPrice)}</td>
            <td>{enrolled === null ? UNKNOWN : enrolled ? 'Yes' : 'No'}</td>
            <td>{rule}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollFrame>
);

interface ReplayResultProps {
  replay: Replay;
  result: ReplayResult;
  timeZone: string;
}

/** Lost and gained leads, then details by place and rule, and single leads. */
export const ReplayResultView = ({ replay, result, timeZone }: ReplayResultProps) => {
  const { days, startedBy, startedAt } = replay;
  const { byPartner, byCampaign, byRule, lostSamples, gainedSamples, notTested } = result;
  const matured = maturedWords(result);
  const isNothing = result.lost.leads + result.gained.leads === 0;
  return (
    <Box mt={12}>
      <Note my={8}>
        {formatCount(result.leads)} leads, {formatCount(result.goodLeads)} of them good. Tested by {startedBy},{' '}
        {formatInstant(startedAt, timeZone)}.
      </Note>
      {result.leads === 0 ? (
        <Text size="md" py={12} px={14} bd="1px solid var(--mantine-color-default-border)" bdrs="sm" fw={600}>
          No leads in these {days} days: nothing to test on.
        </Text>
      ) : (
        <Columns of={2} gap={12} mb={12}>
          <Text
            size="md"
            py={12}
            px={14}
            bd="1px solid var(--mantine-color-default-border)"
            bdrs="sm"
            fw={600}
            data-side="lost"
          >
            {lostWords(result, days)}
            {matured !== null && (
              <Text span size="sm" display="block" c="dimmed">
                {matured}
              </Text>
            )}
          </Text>
          <Text
            size="md"
            py={12}
            px={14}
            bd="1px solid var(--mantine-color-default-border)"
            bdrs="sm"
            fw={600}
            data-side="gained"
          >
            {gainedWords(result, days)}
          </Text>
        </Columns>
      )}
      {notTested.length > 0 && (
        <div className={classes.stale}>
          Not tested:
          <ul>
            {notTested.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {!isNothing && (
        <Tabs defaultValue="partner" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="partner">By partner</Tabs.Tab>
            <Tabs.Tab value="campaign">By campaign</Tabs.Tab>
            <Tabs.Tab value="rule">By rule</Tabs.Tab>
            <Tabs.Tab value="lost">Lost leads ({lostSamples.length})</Tabs.Tab>
            <Tabs.Tab value="gained">Gained leads ({gainedSamples.length})</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="partner">
            <Groups label="Partner" groups={byPartner} />
          </Tabs.Panel>
          <Tabs.Panel value="campaign">
            <Groups label="Campaign" groups={byCampaign} />
          </Tabs.Panel>
          <Tabs.Panel value="rule">
            <ScrollFrame label="By rule">
              <table className={classes.table} data-plain>
                <TableHead of={['Rule', 'Leads lost', 'Leads gained']} />
                <tbody>
                  {byRule.map(({ rule, lost, gained }) => (
                    <tr key={rule}>
                      <th scope="row">{rule}</th>
                      <td>{formatCount(lost)}</td>
                      <td>{formatCount(gained)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollFrame>
          </Tabs.Panel>
          <Tabs.Panel value="lost">
            <Samples samples={lostSamples} timeZone={timeZone} />
          </Tabs.Panel>
          <Tabs.Panel value="gained">
            <Samples samples={gainedSamples} timeZone={timeZone} />
          </Tabs.Panel>
        </Tabs>
      )}
      <Note my={8}>Not tested: caps, campaign targeting and hours, and third-party checks.</Note>
    </Box>
  );
};
