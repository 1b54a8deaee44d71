import { Facts } from '../../../ui/lists/facts.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Anchor, Drawer, Text, Title } from '@mantine/core';
import { trackingDetails, type TrackingDetail, type TrackingEvent } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../../lib/text/format.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { hrefOf } from '../../../lib/address/paths.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { leadPath } from '../../../shared/lead-path.ts';
import { eventTitle } from './prepare-event.ts';

const Side = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Title order={3} mt={10} mb={4} fz="sm">
      {label}
    </Title>
    <ScrollFrame label={label} height={260}>
      <CodeBlock>{text}</CodeBlock>
    </ScrollFrame>
  </div>
);

const Detail = ({ event, timeZone }: { event: TrackingDetail; timeZone: string }) => {
  const facts = [
    { label: 'When', value: formatInstant(event.at, timeZone) },
    { label: 'Outcome', value: event.outcome },
    ...(event.campaignName === null ? [] : [{ label: 'Campaign', value: event.campaignName }]),
    ...(event.partnerName === null ? [] : [{ label: 'Media partner', value: event.partnerName }]),
    ...(event.clientName === null ? [] : [{ label: 'Client', value: event.clientName }]),
    ...(event.clickId === null ? [] : [{ label: 'Click ID', value: event.clickId }]),
    ...event.facts,
  ];
  return (
    <>
      {event.leadCaptureKey !== null && (
        <Text inherit mb={12}>
          <Anchor href={hrefOf(leadPath(event.leadCaptureKey))} underline="always">
            Open lead {event.leadId}
          </Anchor>
        </Text>
      )}
      <Facts facts={facts.map(({ label, value }) => [label, value])} mb={12} />
      {event.request !== null && <Side label="Sent" text={event.request} />}
      {event.response !== null && <Side label="Answer" text={event.response} />}
    </>
  );
};

/** One event with all its details; people in it are masked. */
export const EventDrawer = ({
  event,
  timeZone,
  onClose,
}: {
  event: TrackingEvent;
  timeZone: string;
  onClose: () => void;
}) => {
  const query = useQuery(
    callQuery(trackingDetails, { params: { searchType: 'trackingid', keyCode: event.trackingId } }),
  );
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={<strong>{eventTitle(event)}</strong>}>
      <Loaded query={query} what="event">
        {({ events }) => events.map((one) => <Detail key={one.trackingId} event={one} timeZone={timeZone} />)}
      </Loaded>
    </Drawer>
  );
};
