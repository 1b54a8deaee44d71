import { Box, Text } from '@mantine/core';
import { CHECK_OUTCOMES, type LeadTrial, type TrialCheck, type UserGroup } from '@paceline/contract';
import { formatInstant, zoneAbbreviation } from '../../../lib/text/format.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import classes from './check-list.module.css';
import { CHECK_TONES } from './prepare-answer.ts';
import { type RuleLink, ruleLink } from './trial-links.ts';

const Counters = ({ check, zone }: { check: TrialCheck; zone: string }) => (
  <ul className={classes.counters}>
    {check.counters.map(({ label, counted, full, resetsAt }) => (
      <li key={label} data-full={full || undefined}>
        {label} <strong>{counted}</strong>
        {full && ', full'}
        {full &&
          resetsAt !== null &&
          `, opens ${formatInstant(resetsAt, zone)} ${zoneAbbreviation(zone, new Date(resetsAt))}`}
      </li>
    ))}
  </ul>
);

interface CheckItemProps {
  check: TrialCheck;
  zone: string;
  link: RuleLink | null;
}

const CheckItem = ({ check, zone, link }: CheckItemProps) => {
  const { title, outcome, value, rule, messages, details = [], counters } = check;
  const isReached = outcome !== 'notReached';
  return (
    <li className={classes.check} data-outcome={outcome}>
      <StatusMark tone={CHECK_TONES[outcome]}>{CHECK_OUTCOMES[outcome]}</StatusMark>
      <div className={classes.body}>
        <h3 className={classes.title}>{title}</h3>
        {messages.map((message) => (
          <Text key={message} size="sm" mt={1}>
            {message}
          </Text>
        ))}
        {details.map((detail) => (
          <Note key={detail} size="xs" mt={1} lh={1.5}>
            {detail}
          </Note>
        ))}
        {isReached && value !== null && (
          <Note size="xs" mt={1} lh={1.5}>
            <Box component="span" display="inline-block" fw={600} miw="2.25rem">
              Read
            </Box>{' '}
            {value}
          </Note>
        )}
        {rule !== null && (
          <Note size="xs" mt={1} lh={1.5}>
            <Box component="span" display="inline-block" fw={600} miw="2.25rem">
              Rule
            </Box>{' '}
            {rule}
          </Note>
        )}
        {isReached && counters.length > 0 && <Counters check={check} zone={zone} />}
      </div>
      {link !== null && (
        <a className={classes.link} href={link.href} aria-label={`${link.label}: ${title}`}>
          {link.label}
        </a>
      )}
    </li>
  );
};

/** The checks in the order they run. */
export const CheckList = ({ trial, group }: { trial: LeadTrial; group: UserGroup }) => (
  <PlainList component="ol">
    {trial.checks.map((check) => (
      <CheckItem key={check.id} check={check} zone={trial.zone} link={ruleLink(group, trial, check.id)} />
    ))}
  </PlainList>
);
