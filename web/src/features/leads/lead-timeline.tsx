import { Box, Text } from '@mantine/core';
import type { Labels, LeadEvent } from '@paceline/contract';
import type { ReactNode } from 'react';
import { formatInstant } from '../../lib/text/format.ts';
import { CopyCurl } from '../../shared/lead-curl/copy-curl.tsx';
import { isHttpTry } from '../../shared/lead-curl/http-try.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../ui/pieces/scroll-frame.tsx';
import classes from './lead-detail.module.css';
import { checkText, eventText } from './prepare-detail.ts';

const Raw = ({ event, lead }: { event: Extract<LeadEvent, { kind: 'delivery' }>; lead: Lead }) => {
  const { attempt, request, response } = event.try;
  return (
    <Box component="details" fz="sm">
      <summary>Request and answer</summary>
      <ScrollFrame label={`Try ${attempt}: what was sent`} height={180}>
        <pre className={classes.code}>{request ?? 'Not stored'}</pre>
      </ScrollFrame>
      <ScrollFrame label={`Try ${attempt}: what was answered`} height={180}>
        <pre className={classes.code}>{response ?? 'None'}</pre>
      </ScrollFrame>
      {isHttpTry(event.try) && <CopyCurl {...lead} attempt={attempt} />}
    </Box>
  );
};

const Checks = ({ event }: { event: Extract<LeadEvent, { kind: 'checks' }> }) => (
  <Box component="details" fz="sm">
    <summary>Every check</summary>
    <ul className={classes.checks}>
      {event.checks.map((check) => (
        <li key={check.title} data-outcome={check.outcome}>
          <strong>{check.title}</strong>{' '}
          <Text span inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {checkText(check)}
          </Text>
        </li>
      ))}
    </ul>
  </Box>
);

const Told = ({ event }: { event: Extract<LeadEvent, { kind: 'postback' }> }) => (
  <Box component="details" fz="sm">
    <summary>Fields requested</summary>
    <pre className={classes.code}>{event.try.url}</pre>
    <pre className={classes.code}>{event.try.response}</pre>
  </Box>
);

interface Lead {
  ownerKey: number;
  leadCaptureKey: number;
}

interface LeadTimelineProps {
  lead: Lead;
  events: readonly LeadEvent[];
  timeZone: string;
  labels: Labels;
  renderAction: (event: LeadEvent) => ReactNode;
}

/** The lead's history, newest last. */
export const LeadTimeline = ({ lead, events, timeZone, labels, renderAction }: LeadTimelineProps) => (
  <PlainList component="ol" aria-label="Timeline">
    {events.map((event, place) => {
      const { title, detail } = eventText(event, labels);
      return (
        <li key={`${event.at} ${place}`} className={classes.event} data-kind={event.kind}>
          <Text size="sm">
            <strong>{title}</strong>{' '}
            <Text span inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {formatInstant(event.at, timeZone)}
            </Text>{' '}
            {renderAction(event)}
          </Text>
          {detail !== '' && <Note>{detail}</Note>}
          {event.kind === 'delivery' && <Raw event={event} lead={lead} />}
          {event.kind === 'checks' && <Checks event={event} />}
          {event.kind === 'postback' && <Told event={event} />}
        </li>
      );
    })}
  </PlainList>
);
