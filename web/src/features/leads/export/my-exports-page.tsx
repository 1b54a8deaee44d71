import { TableHead } from '../../../ui/table-head.tsx';
import { Button, VisuallyHidden } from '@mantine/core';
import { LEAD_EXPORT, type LeadExport } from '@paceline/contract';
import { useState } from 'react';
import { localZone } from '../../../lib/text/format.ts';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import tableClasses from '../../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { useExportActions, useMyExports } from './api.ts';
import { prepareExport } from './prepare-export.ts';

interface RowProps {
  one: LeadExport;
  timeZone: string;
  actions: ReturnType<typeof useExportActions>;
  onRemove: () => void;
}

const ExportRow = ({ one, timeZone, actions, onRemove }: RowProps) => {
  const shown = prepareExport(one, timeZone);
  const isFetching = actions.download.isPending && actions.download.variables.exportKey === one.exportKey;
  return (
    <tr>
      <th scope="row">
        {shown.what}
        <span className={tableClasses.detail}>{shown.kind}</span>
      </th>
      <td data-label="Requested">{shown.askedAt}</td>
      <td data-label="State">
        <StatusMark tone={shown.tone}>{shown.label}</StatusMark>
        {shown.note !== null && <span className={tableClasses.detail}>{shown.note}</span>}
      </td>
      <td data-label="Leads">{shown.rows}</td>
      <td data-label="Size">{shown.size ?? '–'}</td>
      <td data-label="Kept until">{shown.until ?? '–'}</td>
      <td>
        <div className={tableClasses.actions}>
          {shown.mayDownload && (
            <Button
              size="compact-sm"
              loading={isFetching}
              aria-label={`Download ${shown.what}`}
              onClick={() => actions.download.mutate(one)}
            >
              Download
            </Button>
          )}
          {shown.mayCancel ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Cancel ${shown.what}`}
              onClick={() => actions.cancel.mutate(one)}
            >
              Cancel
            </Button>
          ) : (
            <Button size="compact-sm" variant="default" aria-label={`Delete ${shown.what}`} onClick={onRemove}>
              Delete
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
};

const ExportTable = ({ exports }: { exports: readonly LeadExport[] }) => {
  const actions = useExportActions();
  const [removing, setRemoving] = useState<LeadExport | null>(null);
  const timeZone = localZone();
  if (exports.length === 0)
    return <EmptyState title="No exports yet">Files prepared in the background appear here.</EmptyState>;
  return (
    <SectionCard title="Files" note={`A file is kept for ${LEAD_EXPORT.keptDays} days. Only you can open it.`}>
      <table className={tableClasses.table}>
        <TableHead of={['Leads of', 'Requested', 'State', 'Leads', 'Size', 'Kept until']}>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </TableHead>
        <tbody>
          {exports.map((one) => (
            <ExportRow
              key={one.exportKey}
              one={one}
              timeZone={timeZone}
              actions={actions}
              onRemove={() => setRemoving(one)}
            />
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={removing !== null}
        title="Delete this export?"
        text="The file is deleted now. You can export it again."
        action="Delete"
        isGrave
        onConfirm={() => {
          if (removing) actions.remove.mutate(removing);
          setRemoving(null);
        }}
        onClose={() => setRemoving(null)}
      />
    </SectionCard>
  );
};

/** The user's exports: progress, and files while they are kept. */
export const MyExportsPage = () => {
  const query = useMyExports();
  const back = groupOfSession() === 'mp' ? PATHS.mpLeadExport : PATHS.leadExport;
  return (
    <>
      <HeadParts
        action={
          <Button component="a" href={hrefOf(back)}>
            New export
          </Button>
        }
      />
      <Loaded query={query} what="list of exports">
        {(exports) => <ExportTable exports={exports} />}
      </Loaded>
    </>
  );
};
