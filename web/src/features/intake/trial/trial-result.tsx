import { Button, CopyButton, Group, Tabs, Text } from '@mantine/core';
import { CHECK_OUTCOMES, type LeadTrial, type UserGroup } from '@paceline/contract';
import { formatInstant, zoneAbbreviation } from '../../../lib/text/format.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { CheckList } from './check-list.tsx';
import { countOutcomes, trialAnswer } from './prepare-answer.ts';
import classes from './trial-result.module.css';

interface TrialResultProps {
  trial: LeadTrial;
  group: UserGroup;
  /** Tested for a time other than now. */
  isOtherMoment: boolean;
  /** The input has changed since. */
  isOld: boolean;
}

const FieldsRead = ({ trial }: { trial: LeadTrial }) =>
  trial.fields.length === 0 ? (
    <Note size="xs" mt={3} lh={1.5}>
      Not checked: fix the fields first.
    </Note>
  ) : (
    <dl className={classes.fields}>
      {trial.fields.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );

const Response = ({ trial }: { trial: LeadTrial }) => {
  const text = JSON.stringify(trial.answer, null, 2);
  return (
    <div>
      <Group gap={8} justify="space-between" mb={8}>
        <Text span size="xs" mt={3} c="dimmed" lh={1.5}>
          HTTP 200, application/json. The lead id is given when a lead is posted.
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy response'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <ScrollFrame label="Response" height={520}>
        <pre className={classes.response}>{text}</pre>
      </ScrollFrame>
    </div>
  );
};

/** The result first, then all checks, and last the answer the partner's system would get. */
export const TrialResult = ({ trial, group, isOtherMoment, isOld }: TrialResultProps) => {
  const { tone, sentence } = trialAnswer(trial);
  const moment = `${formatInstant(trial.at, trial.zone)} ${zoneAbbreviation(trial.zone, new Date(trial.at))}`;
  return (
    <>
      <div className={classes.answer} data-tone={tone} role="status" aria-live="polite">
        <Text inherit fw={600} fz="1.0625rem" lh={1.35} style={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Text>
        <Note size="xs" mt={3} lh={1.5}>
          {trial.campaign.name} ({trial.campaign.code}), {moment}
          {isOld && '. The lead or its campaign has changed since: run it again.'}
        </Note>
        {isOtherMoment && (
          <Note size="xs" mt={3} lh={1.5}>
            Uses the dates, plan and hours of that moment; rules, counters and earlier leads as of now.
          </Note>
        )}
        {trial.warnings.map((warning) => (
          <Note key={warning} size="xs" mt={3} lh={1.5}>
            {warning}
          </Note>
        ))}
      </div>
      <Tabs defaultValue="checks" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="checks">Checks</Tabs.Tab>
          <Tabs.Tab value="fields">Fields read</Tabs.Tab>
          <Tabs.Tab value="response">Response</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="checks" pt="xs">
          <Group gap="2px 14px" mt={2} mb={6} c="dimmed" fz="xs">
            {countOutcomes(trial.checks).map(([outcome, count]) => (
              <span key={outcome}>
                {CHECK_OUTCOMES[outcome]} {count}
              </span>
            ))}
          </Group>
          <CheckList trial={trial} group={group} />
        </Tabs.Panel>
        <Tabs.Panel value="fields" pt="xs">
          <FieldsRead trial={trial} />
        </Tabs.Panel>
        <Tabs.Panel value="response" pt="xs">
          <Response trial={trial} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
