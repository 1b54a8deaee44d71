import { Button, Modal, Radio, Textarea, TextInput } from '@mantine/core';
import {
  type ReportQuestion,
  type SavedView,
  savedViewFormSchema,
  savedViewList,
  savedViewSave,
  VIEW_SHARING,
  VIEW_SHARING_NAMES,
  type ViewSharing,
} from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { isStale, schemaProblems, sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { toast } from '../../ui/toast-store.ts';
import { useOwnerChange, useViews } from './api.ts';
import classes from './views.module.css';

interface SaveDialogProps {
  ownerKey: number;
  question: ReportQuestion;
  /** Null for a new view. */
  view: SavedView | null;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** The name of a view, what it is for and who sees it. */
export const SaveDialog = ({ ownerKey, question, view, onSaved, onClose }: SaveDialogProps) => {
  const [name, setName] = useState(view?.name ?? '');
  const [description, setDescription] = useState(view?.description ?? '');
  const [sharing, setSharing] = useState<ViewSharing>(view?.sharing ?? 'private');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const newest = useViews(ownerKey).views.find(({ viewKey }) => viewKey === view?.viewKey);
  const save = useOwnerChange(savedViewSave, ownerKey, [savedViewList], (error) => {
    const { failure, problems } = sortRefusal(error, (field) => (field === 'name' ? field : null));
    if (isStale(error)) setConflicts([...new Set([failure.message, ...problems.map(({ message }) => message)])]);
    else setErrors({ form: problems.length > 0 ? '' : failure.message, name: problems[0]?.message ?? '' });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Who was told of another's values and saves again means it: it is their version that is replaced.
    const rowVersion = (conflicts.length > 0 ? newest?.rowVersion : view?.rowVersion) ?? null;
    const body = { viewKey: view?.viewKey ?? null, rowVersion, name, description, sharing, question };
    const [problem] = schemaProblems(savedViewFormSchema.pick({ name: true, description: true }), {
      name,
      description,
    });
    setErrors(problem ? { name: 'Enter a name of up to 80 characters.' } : {});
    if (problem) return;
    save.mutate(body, {
      onSuccess: (saved) => {
        toast.success(`View “${saved.name}” saved.`);
        onSaved(saved);
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{view ? `Rename or share ${view.name}` : 'Save view'}</strong>}
      centered
      size={480}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          maxLength={80}
          data-autofocus
          value={name}
          error={errors['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Description"
          description="Optional"
          maxLength={300}
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Radio.Group label="Who sees it" value={sharing} onChange={(value) => setSharing(value)}>
          <div className={classes.checks}>
            {VIEW_SHARING_NAMES.map((one) => (
              <Radio
                key={one}
                size="xs"
                value={one}
                label={VIEW_SHARING[one].label}
                description={VIEW_SHARING[one].note}
              />
            ))}
          </div>
        </Radio.Group>
        {errors['form'] && (
          <p className={classes.error} role="alert">
            {errors['form']}
          </p>
        )}
        {conflicts.length > 0 && (
          <div className={classes.error} role="alert">
            {conflicts.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {conflicts.length > 0 ? 'Save mine' : 'Save view'}
          </Button>
        </div>
      </form>
    </Modal>
  );
};
