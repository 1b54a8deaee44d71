import { Button, FileInput, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type Doc, DOC_AUDIENCE_CODES, DOC_AUDIENCES, type DocAudience, docTitleSchema } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { useDocActions } from './api.ts';
import { ACCEPTED, fileProblem } from './prepare-files.ts';

/** A new file, a new version, or a changed title or audience. */
export type DocTask = { kind: 'new' } | { kind: 'version'; doc: Doc } | { kind: 'edit'; doc: Doc };

const TITLES = { new: 'Upload a file', version: 'Upload a newer version', edit: 'Change title and audience' } as const;
const ACTIONS = { new: 'Upload', version: 'Upload', edit: 'Save' } as const;
const ALL_PARTNERS = '';

interface DocDialogProps {
  ownerKey: number;
  task: DocTask;
  onClose: () => void;
}

export const DocDialog = ({ ownerKey, task, onClose }: DocDialogProps) => {
  const { add, addVersion, save } = useDocActions(ownerKey);
  const partners = useFilterOptions().data?.partners ?? [];
  const before = task.kind === 'edit' ? task.doc : null;
  const [title, setTitle] = useState(before?.title ?? '');
  const [audience, setAudience] = useState<DocAudience>(before?.audience ?? 'PARTNERS');
  const [partner, setPartner] = useState(before?.partnerKey ? String(before.partnerKey) : ALL_PARTNERS);
  const [file, setFile] = useState<File | null>(null);
  const [isTried, setTried] = useState(false);
  const asksForm = task.kind !== 'version';
  const asksFile = task.kind !== 'edit';
  const titleProblem = asksForm ? docTitleSchema.safeParse(title).error?.issues[0]?.message : undefined;
  const wrongFile = asksFile ? fileProblem(file) : null;
  const running = { new: add, version: addVersion, edit: save }[task.kind];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (titleProblem !== undefined || wrongFile !== null) return;
    const partnerKey = audience === 'PARTNERS' && partner !== ALL_PARTNERS ? Number(partner) : null;
    const form = { title: title.trim(), audience, partnerKey };
    const done = { onSuccess: onClose };
    if (task.kind === 'edit') save.mutate({ doc: task.doc, form }, done);
    else if (file === null) return;
    else if (task.kind === 'new') add.mutate({ form, file }, done);
    else addVersion.mutate({ docKey: task.doc.docKey, file }, done);
  };
  const { error } = running;
  return (
    <Modal opened onClose={onClose} title={<strong>{TITLES[task.kind]}</strong>} centered size={480}>
      <FormStack gap={12} onSubmit={submit} noValidate>
        {task.kind === 'version' && <Note>{task.doc.title}</Note>}
        {asksForm && (
          <>
            <TextInput
              label="Title"
              data-autofocus
              value={title}
              error={isTried && titleProblem !== undefined && `Title ${titleProblem}.`}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <NativeSelect
              label="For"
              value={audience}
              data={DOC_AUDIENCE_CODES.map((code) => ({ value: code, label: DOC_AUDIENCES[code] }))}
              onChange={(event) => setAudience(event.currentTarget.value as DocAudience)}
            />
            {audience === 'PARTNERS' && (
              <NativeSelect
                label="Media partner"
                value={partner}
                data={[
                  { value: ALL_PARTNERS, label: 'All of them' },
                  ...partners.map(({ key, name }) => ({ value: String(key), label: name })),
                ]}
                onChange={(event) => setPartner(event.currentTarget.value)}
              />
            )}
          </>
        )}
        {asksFile && (
          <FileInput
            label="File"
            description="PDF, Word or Excel, at most 25 MB, without scripts and macros."
            placeholder="Choose a file"
            accept={ACCEPTED}
            clearable
            clearButtonProps={{ 'aria-label': 'Choose no file' }}
            value={file}
            error={isTried && wrongFile}
            onChange={setFile}
          />
        )}
        <FormFailure
          failure={error && { message: error.message, requestId: error instanceof ApiError ? error.requestId : null }}
        />
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={running.isPending}>
            {ACTIONS[task.kind]}
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
