import { Button, Checkbox, Group, Modal, NativeSelect } from '@mantine/core';
import { type LeadRow, leadExportColumns } from '@paceline/contract';
import { useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { toApiError } from '../../../shared/import-dialog/import-api.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { useDownload } from './api.ts';
import classes from './export.module.css';
import { chosenValues, FORMAT_OPTIONS, sizeText } from './prepare-export.ts';

interface ExportChosenProps {
  ownerKey: number;
  timeZone: string;
  rows: readonly LeadRow[];
  onClose: () => void;
}

/** Exports the selected leads, with the same columns as other lead exports. */
export const ExportChosen = ({ ownerKey, timeZone, rows, onClose }: ExportChosenProps) => {
  const mayHaveWhole = useMay('leadanalyzer:ViewPII') && groupOfSession() === 'ag';
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const [wholePeople, setWhole] = useState(false);
  const { start, cancel, loaded, error } = useDownload(onClose);
  const columns = leadExportColumns(groupOfSession() ?? 'ag', wholePeople).map(({ label }) => label);
  const title = `Export ${formatCount(rows.length)} ${rows.length === 1 ? 'lead' : 'leads'}`;
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} centered>
      <FormStack
        gap={16}
        onSubmit={(event) => {
          event.preventDefault();
          start({ ...chosenValues(ownerKey, timeZone, rows), format, wholePeople });
        }}
      >
        <NativeSelect
          label="Format"
          data={FORMAT_OPTIONS}
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value === 'csv' ? 'csv' : 'xlsx')}
        />
        {mayHaveWhole && (
          <Checkbox
            label="Names, addresses and numbers in full"
            description="Otherwise masked. The export is recorded with your name and the number of leads."
            checked={wholePeople}
            onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
          />
        )}
        <details className={classes.columns}>
          <summary>Columns of the file ({columns.length})</summary>
          <p>{columns.join(', ')}</p>
        </details>
        <FormFailure failure={error && { message: error.message, requestId: toApiError(error).requestId }} />
        <Group gap={8}>
          {loaded === null ? (
            <Button type="submit">Download</Button>
          ) : (
            <Button variant="default" onClick={cancel}>
              Cancel the download: {sizeText(loaded)} so far
            </Button>
          )}
        </Group>
      </FormStack>
    </Modal>
  );
};
