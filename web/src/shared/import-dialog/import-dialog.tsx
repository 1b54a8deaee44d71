import { Modal, Tabs } from '@mantine/core';
import type { AnyCall, BulkImportResult } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallArgs } from '../../lib/api/request.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { type CarriedCall, carried, importRowsQuery, toApiError } from './import-api.ts';
import { ImportChoice, type Template } from './import-choice.tsx';
import classes from './import-dialog.module.css';
import { ImportHistory } from './import-history.tsx';
import { ImportReview } from './import-review.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps<Upload extends AnyCall, Start extends AnyCall> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  owner: number;
  /** The server's kind of bulk file; the history lists this kind. */
  kind: string;
  call: Upload;
  args: Omit<CallArgs<Upload>, 'body'>;
  /** Describes the file's content when there is no template. */
  note?: string;
  /** The template file, if there is one. */
  template?: { label: string; call: Start; args: Omit<CallArgs<Start>, 'body'> };
  /** An import was applied or undone: the page's data is stale. */
  onApplied: () => void;
}

interface BodyProps {
  owner: number;
  kind: string;
  call: CarriedCall;
  note: string | null;
  template: Template | null;
  onApplied: () => void;
  onClose: () => void;
}

/** Mounted while the dialog is open, so that it starts fresh each time. */
const Body = ({ owner, kind, call, note, template, onApplied, onClose }: BodyProps) => {
  const [tab, setTab] = useState<string | null>('import');
  const upload = useImport(call);
  const { file, show, reset } = upload;
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
          <ImportChoice upload={upload} note={note} template={template} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <ImportHistory owner={owner} kind={kind} onOpen={(importKey) => void open(importKey)} onUndone={onApplied} />
      </Tabs.Panel>
    </Tabs>
  );
};

/** Imports a spreadsheet in two steps: preview, then apply. */
export const ImportDialog = <Upload extends AnyCall, Start extends AnyCall = AnyCall>({
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
}: ImportDialogProps<Upload, Start>) => (
  <Modal opened={isOpen} onClose={onClose} title={<strong>{title}</strong>} size={1040} centered>
    <Body
      owner={owner}
      kind={kind}
      call={carried(call, args)}
      note={note ?? null}
      template={template ? { ...carried(template.call, template.args), label: template.label } : null}
      onApplied={onApplied}
      onClose={onClose}
    />
  </Modal>
);
