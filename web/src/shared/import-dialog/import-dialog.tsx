import { Button, Modal, Tabs } from '@mantine/core';
import type { AnyCall, BulkImportResult } from '@paceline/contract';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallArgs } from '../../lib/request.ts';
import { FormFailure } from '../../ui/form-failure.tsx';
import { toast } from '../../ui/toast-store.ts';
import { FileDrop } from './file-drop.tsx';
import { type CarriedCall, carried, importRowsQuery, toApiError, useSaveFile } from './import-api.ts';
import classes from './import-dialog.module.css';
import { ImportHistory } from './import-history.tsx';
import { ImportReview } from './import-review.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps<Upload extends AnyCall, Template extends AnyCall> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  owner: number;
  /** The kind of bulk file, as the server names it: the history is of this kind. */
  kind: string;
  call: Upload;
  args: Omit<CallArgs<Upload>, 'body'>;
  /** What the file holds, where there is none to start from. */
  note?: string;
  /** The file to start from, where there is one. */
  template?: { label: string; call: Template; args: Omit<CallArgs<Template>, 'body'> };
  /** Something was applied or undone: what the page shows is old. */
  onApplied: () => void;
}

interface BodyProps {
  owner: number;
  kind: string;
  upload: CarriedCall;
  note: string | null;
  template: (CarriedCall & { label: string }) | null;
  onApplied: () => void;
  onClose: () => void;
}

const TemplateButton = ({ template }: { template: CarriedCall & { label: string } }) => {
  const { mutate: save, isPending } = useSaveFile();
  return (
    <Button
      variant="subtle"
      size="xs"
      loading={isPending}
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      onClick={() => save(template)}
    >
      {template.label}
    </Button>
  );
};

/** Mounted while the dialog is open, so that the next time starts afresh. */
const Body = ({ owner, kind, upload, note, template, onApplied, onClose }: BodyProps) => {
  const [tab, setTab] = useState<string | null>('import');
  const { file, sending, failure, send, show, reset } = useImport(upload);
  const queries = useQueryClient();

  const showApplied = (result: BulkImportResult) => {
    show(result);
    onApplied();
  };
  const open = async (importKey: number) => {
    try {
      const past = await queries.fetchQuery(importRowsQuery(owner, importKey, 'all', 1));
      show(past);
      setTab('import');
    } catch (error) {
      toast.error(toApiError(error as Error));
    }
  };
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="import">Import</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="import">
        {file ? (
          <ImportReview owner={owner} file={file} onApplied={showApplied} onAnother={reset} onClose={onClose} />
        ) : (
          <div className={classes.choose}>
            <FormFailure failure={failure} />
            {failure && failure.errors.length > 1 && (
              <ul className={classes.errors}>
                {failure.errors.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
            <FileDrop
              progress={sending?.progress ?? null}
              fileName={sending?.name ?? null}
              onFile={(chosen) => void send(chosen)}
              onCancel={reset}
            />
            {note !== null && <p className={classes.note}>{note}</p>}
            {template && <TemplateButton template={template} />}
          </div>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <ImportHistory owner={owner} kind={kind} onOpen={(importKey) => void open(importKey)} onUndone={onApplied} />
      </Tabs.Panel>
    </Tabs>
  );
};

/** Takes a spreadsheet in, in two steps: what it would do, and then doing it. */
export const ImportDialog = <Upload extends AnyCall, Template extends AnyCall = AnyCall>({
  isOpen,
  onClose,
  title,
  owner,
  kind,
  call,
  args,
  note,
  template,
  onApplied,
}: ImportDialogProps<Upload, Template>) => (
  <Modal opened={isOpen} onClose={onClose} title={<strong>{title}</strong>} size={1040} centered>
    <Body
      owner={owner}
      kind={kind}
      upload={carried(call, args)}
      note={note ?? null}
      template={template ? { ...carried(template.call, template.args), label: template.label } : null}
      onApplied={onApplied}
      onClose={onClose}
    />
  </Modal>
);
