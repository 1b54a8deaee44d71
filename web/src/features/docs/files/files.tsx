import { Button, VisuallyHidden } from '@mantine/core';
import type { Doc, UserGroup } from '@paceline/contract';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import tables from '../../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import classes from '../docs.module.css';
import { docsQuery, useDocActions, useDocDownload } from './api.ts';
import { DocDialog, type DocTask } from './doc-dialog.tsx';
import { audienceText, sizeText } from './prepare-files.ts';

type Asked = DocTask | { kind: 'remove'; doc: Doc };

const VersionLine = ({ doc, version }: { doc: Doc; version: Doc['versions'][number] }) => {
  const { mutate, isPending } = useDocDownload();
  const { ownerKey, docKey } = doc;
  return (
    <li className={classes.version}>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={isPending}
        leftSection={<IconDownload size={14} aria-hidden="true" />}
        aria-label={`Download ${version.fileName}, version ${version.version} of ${doc.title}`}
        onClick={() => mutate({ ownerKey, docKey, version: version.version })}
      >
        {version.fileName}
      </Button>
      <span className={tables.detail}>
        {[
          `Version ${version.version}`,
          sizeText(version.bytes),
          formatInstant(version.addedAt, localZone()),
          ...(version.addedBy === null ? [] : [version.addedBy]),
        ].join(' · ')}
      </span>
    </li>
  );
};

interface DocRowProps {
  doc: Doc;
  group: UserGroup;
  mayChange: boolean;
  onAsk: (action: Asked) => void;
}

const DocRow = ({ doc, group, mayChange, onAsk }: DocRowProps) => (
  <tr>
    <th scope="row" className={classes.cell}>
      {doc.title}
      {group === 'mp' && <span className={tables.detail}>{doc.ownerName}</span>}
    </th>
    {group === 'ag' && <td data-label="For">{audienceText(doc)}</td>}
    <td data-label="Versions">
      <PlainList>
        {doc.versions.map((version) => (
          <VersionLine key={version.version} doc={doc} version={version} />
        ))}
      </PlainList>
    </td>
    {mayChange && (
      <td>
        <div className={tables.actions}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`New version of ${doc.title}`}
            onClick={() => onAsk({ kind: 'version', doc })}
          >
            New version
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Edit ${doc.title}`}
            onClick={() => onAsk({ kind: 'edit', doc })}
          >
            Edit
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Remove ${doc.title}`}
            onClick={() => onAsk({ kind: 'remove', doc })}
          >
            Remove
          </Button>
        </div>
      </td>
    )}
  </tr>
);

const Dialogs = ({ ownerKey, dialog, onClose }: { ownerKey: number; dialog: Asked; onClose: () => void }) => {
  const { remove } = useDocActions(ownerKey);
  if (dialog.kind !== 'remove') return <DocDialog ownerKey={ownerKey} task={dialog} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      isGrave
      title="Remove this file?"
      text={`“${dialog.doc.title}” and all its versions will be removed for everyone.`}
      action="Remove"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(dialog.doc.docKey, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
};

/** Files uploaded by the agency for the viewer's group. */
export const Files = ({ group, ownerKey }: { group: UserGroup; ownerKey: number | null }) => {
  const query = useQuery(docsQuery(ownerKey));
  const mayChange = useMay('clients:Update') && group === 'ag';
  const [openAction, setOpenAction] = useState<Asked | null>(null);
  return (
    <SectionCard
      title="Files"
      note={group === 'ag' ? 'Each side sees its own files; all versions are kept.' : 'Files that your agency shares.'}
      action={
        mayChange && (
          <Button
            size="xs"
            leftSection={<IconUpload size={14} aria-hidden="true" />}
            onClick={() => setOpenAction({ kind: 'new' })}
          >
            Upload file
          </Button>
        )
      }
    >
      <Loaded query={query} what="list of files" lines={4}>
        {(docs) =>
          docs.length === 0 ? (
            <EmptyState title="No files yet">
              {group === 'ag'
                ? 'Upload a guide, a rate card or a template.'
                : 'Your agency has not shared any files yet.'}
            </EmptyState>
          ) : (
            <table className={tables.table}>
              <thead>
                <tr>
                  <th scope="col">Title</th>
                  {group === 'ag' && <th scope="col">For</th>}
                  <th scope="col">Versions</th>
                  {mayChange && (
                    <th scope="col">
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {docs.map((doc) => (
                  <DocRow key={doc.docKey} doc={doc} group={group} mayChange={mayChange} onAsk={setOpenAction} />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {openAction !== null && ownerKey !== null && (
        <Dialogs ownerKey={ownerKey} dialog={openAction} onClose={() => setOpenAction(null)} />
      )}
    </SectionCard>
  );
};
