import { Button, Drawer } from '@mantine/core';
import type { DeliveryEndpointRecord, DeliveryVersion } from '@paceline/contract';
import { formatInstant, localZone } from '../../../lib/format.ts';
import { changesOf } from './prepare-endpoint.ts';
import classes from './endpoint.module.css';

interface HistoryDrawerProps {
  record: DeliveryEndpointRecord;
  isOpen: boolean;
  onClose: () => void;
  onRestore: (version: DeliveryVersion) => void;
}

/** Every version with who saved it and what it changed; a past one can be put into the form. */
export const HistoryDrawer = ({ record, isOpen, onClose, onRestore }: HistoryDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    position="right"
    size={480}
    padding="md"
    title={<strong>History of {record.name}</strong>}
  >
    <ol className={classes.versions}>
      {record.versions.map((one, index) => {
        const before = record.versions[index + 1];
        const changes = before === undefined ? [] : changesOf(before, one);
        return (
          <li key={one.version}>
            <div className={classes.versionHead}>
              <strong>Version {one.version}</strong>
              <span className={classes.none}>
                {one.savedBy ?? 'Paceline'}, {formatInstant(one.savedAt, localZone())}
              </span>
              {one.version === record.version ? (
                <span className={classes.current}>current</span>
              ) : (
                <Button size="xs" variant="default" onClick={() => onRestore(one)}>
                  Restore version {one.version}
                </Button>
              )}
            </div>
            {changes.length === 0 && (
              <p className={classes.none}>{one.version === 1 ? 'First version' : 'No setting changed'}</p>
            )}
            <ul className={classes.changes}>
              {changes.map(({ label, before: was, after }) => (
                <li key={label}>
                  <span className={classes.what}>{label}</span>
                  <del>{was}</del> <span aria-label="to">→</span> <strong>{after}</strong>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  </Drawer>
);
