import { type Publisher, publisherRecord, SET_SOURCE_STATUSES, SOURCE_STATUSES } from '@paceline/contract';
import { useMay } from '../../../lib/session/permissions.ts';
import { RecordDialog } from '../../../shared/form/record-dialog.tsx';
import { fieldOf } from '../../../shared/form/record-field.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { readPublisher, useSavePublisher } from '../api.ts';
import { publisherOf, publisherParts, type PublisherValues } from './prepare-publisher.ts';

interface PublisherDialogProps {
  aggregatorKey: number;
  /** Null for a new one. */
  publisher: Publisher | null;
  onClose: () => void;
  onSaved: (saved: Publisher) => void;
}

const Field = fieldOf(publisherRecord);

/** Edits a publisher over a source's form: identity, kind of traffic, and whether it may send. */
export const PublisherDialog = ({ aggregatorKey, publisher, onClose, onSaved }: PublisherDialogProps) => {
  const save = useSavePublisher();
  const mayBlock = useMay('publishers:Block');
  const state = useRecordForm<PublisherValues, Publisher>({
    ...publisherParts,
    stored: publisher,
    drafts: useTabDrafts(`publisher.${publisher?.publisherKey ?? 'new'}`),
    load: readPublisher,
    save: (values, stored) =>
      save({
        ...publisherOf(values),
        aggregatorKey,
        publisherKey: stored?.publisherKey ?? null,
        rowVersion: stored?.rowVersion ?? null,
      }),
    onSaved,
  });
  const status = state.form.watch('status');
  const statuses = SET_SOURCE_STATUSES.filter((one) => mayBlock || (one === 'BLOCKED') === (status === 'BLOCKED'));
  return (
    <RecordDialog
      state={state}
      what="this publisher"
      title={publisher === null ? 'New publisher' : 'Edit publisher'}
      size={560}
      submit={publisher === null ? 'Add publisher' : 'Save publisher'}
      onClose={onClose}
    >
      <Field name="publisherName" isFirst />
      <Field name="domain" placeholder="example.com" />
      <Field name="trafficTypes" />
      <Field name="status" options={statuses.map((value) => ({ value, label: SOURCE_STATUSES[value] }))} />
      {status === 'BLOCKED' && <Field name="reason" />}
    </RecordDialog>
  );
};
