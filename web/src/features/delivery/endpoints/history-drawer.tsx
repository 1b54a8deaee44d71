import { Button, Drawer, Group, Text } from '@mantine/core';
import type { DeliveryEndpointRecord, DeliveryVersion } from '@paceline/contract';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { changesOf } from './prepare-endpoint.ts';
import classes from './endpoint.module.css';

interface HistoryDrawerProps {
  record: DeliveryEndpointRecord;
  isOpen: boolean;
  onClose: () => void;
  onRestore: (version: DeliveryVersion) => void;
}

/** All versions with author and changes; a past one can be restored into the form. */
export const HistoryDrawer = ({ record, isOpen, onClose, onRestore }: HistoryDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    position="right"
    size={480}
    padding="md"
    title={<strong>History of {record.name}</strong>}
  >
    <PlainList component="ol" gap={16}>
      {record.versions.map((one, index) => {
        const before = record.versions[index + 1];
        const changes = before === undefined ? [] : changesOf(before, one);
        return (
          <li key={one.version}>
            <Group gap={12}>
              <strong>Version {one.version}</strong>
              <Text span size="sm" my={6} c="dimmed">
                {one.savedBy ?? 'Paceline'}, {formatInstant(one.savedAt, localZone())}
              </Text>
              {one.version === record.version ? (
                <Text span size="xs" c="var(--mantine-color-anchor)">
                  current
                </Text>
              ) : (
                <Button size="xs" variant="default" onClick={() => onRestore(one)}>
                  Restore version {one.version}
                </Button>
              )}
            </Group>
            {changes.length === 0 && <Note my={6}>{one.version === 1 ? 'First version' : 'No setting changed'}</Note>}
            <ul className={classes.changes}>
              {changes.map(({ label, before: was, after }) => (
                <li key={label}>
                  <Text span size="xs" display="block" c="dimmed">
                    {label}
                  </Text>
                  <del>{was}</del> <span aria-label="to">→</span> <strong>{after}</strong>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </PlainList>
  </Drawer>
);
