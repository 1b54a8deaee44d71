import { Button, Drawer } from '@mantine/core';
import type { ClientCriteria, ClientCriteriaRecord } from '@paceline/contract';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import { toast } from '../../ui/toast-store.ts';
import { readVersion } from './api.ts';
import { ChangeList } from './changes-panel.tsx';
import classes from './criteria.module.css';

interface HistoryDrawerProps {
  record: ClientCriteriaRecord;
  isOpen: boolean;
  canRestore: boolean;
  onClose: () => void;
  onRestore: (version: number, criteria: ClientCriteria) => void;
}

/** Every version with who saved it and what it changed; a past one can be put into the form. */
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
      {record.versions.length === 0 && (
        <p className={classes.none}>Nothing has been saved yet: all rules are defaults.</p>
      )}
      <ol className={classes.versions}>
        {record.versions.map(({ version, savedBy, savedAt, changes }) => (
          <li key={version}>
            <div className={classes.versionHead}>
              <strong>Version {version}</strong>
              <span className={classes.none}>
                {savedBy ?? 'Paceline'}, {formatInstant(savedAt, record.timeZone)}
              </span>
              {version === record.version ? (
                <span className={classes.changed}>current</span>
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
            </div>
            {changes.length === 0 ? <p className={classes.none}>First version</p> : <ChangeList changes={changes} />}
          </li>
        ))}
      </ol>
    </Drawer>
  );
};
