import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  BLOCKED_TRAFFIC,
  MOST_SOURCE_REASON,
  type Publisher,
  SET_SOURCE_STATUSES,
  SOURCE_STATUSES,
  TRAFFIC_TYPES,
} from '@paceline/contract';
import { Controller } from 'react-hook-form';
import { useMay } from '../../../lib/permissions.ts';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { readPublisher, useSavePublisher } from '../api.ts';
import classes from '../publishers.module.css';
import {
  NEW_PUBLISHER,
  PUBLISHER_LABELS,
  publisherOf,
  publisherProblems,
  publisherRule,
  type PublisherValues,
  valuesOfPublisher,
} from './prepare-publisher.ts';

interface PublisherDialogProps {
  aggregatorKey: number;
  /** Null for a new one. */
  publisher: Publisher | null;
  onClose: () => void;
  onSaved: (saved: Publisher) => void;
}

/** A publisher over the form of a source: who it is, what its traffic is, and whether it may send at all. */
export const PublisherDialog = ({ aggregatorKey, publisher, onClose, onSaved }: PublisherDialogProps) => {
  const save = useSavePublisher();
  const mayBlock = useMay('publishers:Block');
  const { form, attach, failure, isSaving, conflicts, submit, settle, stopAsking } = useRecordForm<
    PublisherValues,
    Publisher
  >({
    stored: publisher,
    newValues: () => NEW_PUBLISHER,
    valuesOf: valuesOfPublisher,
    versionOf: ({ rowVersion }) => rowVersion,
    problems: (values, stored) => publisherProblems(values, aggregatorKey, stored),
    rule: () => publisherRule,
    savedBy: () => ({ by: 'Someone', at: null }),
    drafts: useTabDrafts(`publisher.${publisher?.publisherKey ?? 'new'}`),
    load: readPublisher,
    save: (values, stored) => save(publisherOf(values, aggregatorKey, stored)),
    onSaved,
  });
  const { register, watch, control, formState } = form;
  const { errors } = formState;
  const status = watch('status');
  const statuses = SET_SOURCE_STATUSES.filter((one) => mayBlock || (one === 'BLOCKED') === (status === 'BLOCKED'));
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={<strong>{publisher === null ? 'New publisher' : 'Edit publisher'}</strong>}
        centered
        size={560}
      >
        <form
          ref={attach}
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            // The dialog is drawn inside the page, not inside its form, but events bubble along the components.
            event.stopPropagation();
            submit();
          }}
        >
          <TextInput
            {...register('publisherName')}
            label={PUBLISHER_LABELS.publisherName}
            required
            data-autofocus
            autoComplete="off"
            error={errors.publisherName?.message}
          />
          <TextInput
            {...register('domain')}
            label={PUBLISHER_LABELS.domain}
            placeholder="example.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.domain?.message}
          />
          <Controller
            control={control}
            name="trafficTypes"
            render={({ field, fieldState }) => (
              <Checkbox.Group
                label={PUBLISHER_LABELS.trafficTypes}
                description={`New sources of a publisher with ${BLOCKED_TRAFFIC} traffic start blocked.`}
                required
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
              >
                <div className={classes.types}>
                  {TRAFFIC_TYPES.map((type) => (
                    <Checkbox key={type} value={type} label={type} />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          />
          <NativeSelect
            {...register('status')}
            label={PUBLISHER_LABELS.status}
            description="Blocking a publisher blocks all its sources."
            data={statuses.map((value) => ({ value, label: SOURCE_STATUSES[value] }))}
          />
          {status === 'BLOCKED' && (
            <Textarea
              {...register('reason')}
              label={PUBLISHER_LABELS.reason}
              description="The media partner is told this."
              required
              maxLength={MOST_SOURCE_REASON}
              autosize
              minRows={2}
              error={errors.reason?.message}
            />
          )}
          <FormFailure failure={failure} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              {publisher === null ? 'Add publisher' : 'Save publisher'}
            </Button>
          </div>
        </form>
      </Modal>
      <ConflictDialog
        what="this publisher"
        conflicts={conflicts}
        action="Save"
        onSettle={settle}
        onClose={stopAsking}
      />
    </>
  );
};
