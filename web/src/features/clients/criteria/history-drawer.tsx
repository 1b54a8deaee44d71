import { Button, Drawer, Group, Text } from '@mantine/core';
import type { ClientCriteria, ClientCriteriaRecord } from '@paceline/contract';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatInstant } from '../../../lib/text/format.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { readVersion } from './api.ts';
import { ChangeList } from './changes-panel.tsx';

interface HistoryDrawerProps {
  record: ClientCriteriaRecord;
  isOpen: boolean;
  canRestore: boolean;
  onClose: () => void;
  onRestore: (version: number, criteria: ClientCriteria) => void;
}

/** All versions with author and changes; a past one can be restored into the form. */
export const HistoryDrawer = ({ record, isOpen, canRestore, onClose, onRestore }: HistoryDrawerProps) => {
  const [loading, setLoading] = useState<number | null>(null);
  const restore = async (version: number) => {
    setLoading(version);
    try {
      const past = await readVersion(record.clientKey, version);
      if (past) onRestore(version, past.criteria);
    } catch (error) {
      toast.error(error instanceof ApiError ? error : { message: 'The version could not be read.' });
    } finally {
      setLoading(null);
    }
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={480}
      padding="md"
      title={<strong>History of {record.clientName}</strong>}
    >
      {record.versions.length === 0 && <Note my={8}>Nothing has been saved yet: all rules are defaults.</Note>}
      <PlainList component="ol" gap={18}>
        {record.versions.map(({ version, savedBy, savedAt, changes }) => (
          <li key={version}>
            <Group gap={8}>
              <strong>Version {version}</strong>
              <Text span size="sm" my={8} c="dimmed">
                {savedBy ?? 'Paceline'}, {formatInstant(savedAt, record.timeZone)}
              </Text>
              {version === record.version ? (
                <Text span size="xs" c="var(--mantine-color-anchor)">
                  current
                </Text>
              ) : (
                canRestore && (
                  <Button
                    size="xs"
                    variant="default"
                    loading={loading === version}
                    onClick={() => void restore(version)}
                  >
                    Restore version {version}
                  </Button>
                )
              )}
            </Group>
            {changes.length === 0 ? <Note my={8}>First version</Note> : <ChangeList changes={changes} />}
          </li>
        ))}
      </PlainList>
    </Drawer>
  );
};
