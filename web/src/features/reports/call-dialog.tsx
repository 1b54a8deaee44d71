import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';

interface CallDialogProps {
  texts: { json: string; curl: string };
  onClose: () => void;
}

/** Shows this page's API call, for use from another system. */
export const CallDialog = ({ texts, onClose }: CallDialogProps) => (
  <Modal opened onClose={onClose} title="Copy as call" size="lg">
    <Stack gap="sm">
      <Text size="sm">
        The same call with an API key gives the same table. The key needs the right to build reports.
      </Text>
      {(['curl', 'json'] as const).map((kind) => (
        <section key={kind} aria-label={kind === 'curl' ? 'curl' : 'JSON body'}>
          <Group justify="space-between" mb={4}>
            <Text fw={600} size="sm">
              {kind === 'curl' ? 'curl' : 'JSON body'}
            </Text>
            <CopyButton value={texts[kind]}>
              {({ copied, copy }) => (
                <Button size="compact-xs" variant="default" onClick={copy}>
                  {copied ? 'Copied' : `Copy ${kind === 'curl' ? 'curl' : 'JSON'}`}
                </Button>
              )}
            </CopyButton>
          </Group>
          {/* Scroll areas must be reachable by keyboard. */}
          <Code block tabIndex={0} mah={220} style={{ overflow: 'auto' }}>
            {texts[kind]}
          </Code>
        </section>
      ))}
    </Stack>
  </Modal>
);
