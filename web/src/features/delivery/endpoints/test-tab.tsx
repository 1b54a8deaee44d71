import { CodeBlock } from '../../../ui/code-block.tsx';
import { Button, Text, Title } from '@mantine/core';
import { type DeliveryEndpointRecord, type DeliveryTest } from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { reasonText } from '../prepare-stuck.ts';
import { useTestEndpoint } from './api.ts';

const OUTCOMES = {
  accepted: { tone: 'good', label: 'Accepted' },
  rejected: { tone: 'bad', label: 'Rejected' },
  failed: { tone: 'warn', label: 'Failed' },
} as const;

const Result = ({ result }: { result: DeliveryTest }) => {
  const { outcome, reason, because, reference, httpStatus, durationMs, request, response } = result;
  const { tone, label } = OUTCOMES[outcome];
  const facts = [
    reason === null ? null : reasonText(reason),
    httpStatus === null ? null : `HTTP ${httpStatus}`,
    `${formatCount(durationMs)} ms`,
  ].filter((fact) => fact !== null);
  return (
    <div role="status">
      <Text size="sm" mt={8} mb={2} fw={600} style={{ overflowWrap: 'anywhere' }}>
        <StatusMark tone={tone}>{label}</StatusMark> {because}.
      </Text>
      <Note my={6}>
        {facts.join(', ')}
        {reference !== null && `, client’s reference ${reference}`}
      </Note>
      <Columns of={2} gap={12}>
        <div>
          <Title order={3} mt={8} mb={4} fz="sm" fw={600}>
            Sent
          </Title>
          <ScrollFrame label="What was sent" height={420}>
            <CodeBlock>{request}</CodeBlock>
          </ScrollFrame>
        </div>
        <div>
          <Title order={3} mt={8} mb={4} fz="sm" fw={600}>
            Answer
          </Title>
          <ScrollFrame label="What was answered" height={420}>
            <CodeBlock>{response === '' ? 'No answer' : response}</CodeBlock>
          </ScrollFrame>
        </div>
      </Columns>
    </div>
  );
};

interface TestTabProps {
  ownerKey: number;
  stored: DeliveryEndpointRecord | null;
  isDirty: boolean;
}

/** Sends a sample lead to the stored endpoint, not to an unsaved address, which must not receive the credential. */
export const TestTab = ({ ownerKey, stored, isDirty }: TestTabProps) => {
  const test = useTestEndpoint(ownerKey);
  const canSend = stored !== null && !isDirty;
  return (
    <SectionCard
      title="Test"
      note={
        canSend
          ? `A test lead goes to ${stored.settings.testUrl ?? stored.settings.url}. No lead is stored and nothing is counted.`
          : 'Save first: a test sends what is stored.'
      }
      action={
        <Button
          type="button"
          disabled={!canSend}
          loading={test.isPending}
          onClick={() => stored !== null && test.mutate(stored.endpointKey)}
        >
          Send test lead
        </Button>
      }
    >
      {test.data ? (
        <Result result={test.data} />
      ) : (
        <Note my={6}>Both sides are shown here: what was sent, what was answered, and the rule that decided.</Note>
      )}
    </SectionCard>
  );
};
