import { ActionIcon, Button } from '@mantine/core';
import { IconCalendarTime, IconDownload, IconHistory, IconInbox, IconUpload } from '@tabler/icons-react';

interface IconAction {
  label: string;
  hint: string;
  Icon: typeof IconHistory;
  onPress: () => void;
  isBusy?: boolean;
  disabled?: boolean;
}

const Act = ({ label, hint, Icon, onPress, isBusy = false, disabled = false }: IconAction) => (
  <ActionIcon
    variant="default"
    size={30}
    aria-label={label}
    title={hint}
    loading={isBusy}
    disabled={disabled}
    onClick={onPress}
  >
    <Icon size={16} aria-hidden="true" />
  </ActionIcon>
);

interface TableActionsProps {
  /** Undefined where the group has none of it. */
  requests?: { open: number; onOpen: () => void } | undefined;
  onHistory?: (() => void) | undefined;
  onSheetAt?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
  /** Why nothing can be imported; null where something can. */
  importLock?: string | null;
  onExport: () => void;
  isExporting: boolean;
}

const requestsIn = (open: number): string => (open === 1 ? '1 request' : `${open} requests`);

/** What can be done with the table besides editing it. */
export const TableActions = (props: TableActionsProps) => {
  const { requests, onHistory, onSheetAt, onImport, importLock = null, onExport, isExporting } = props;
  return (
    <>
      {requests && (
        <Button
          size="xs"
          variant={requests.open > 0 ? 'light' : 'default'}
          leftSection={<IconInbox size={15} aria-hidden="true" />}
          onClick={requests.onOpen}
        >
          {requests.open > 0 ? requestsIn(requests.open) : 'Requests'}
        </Button>
      )}
      {onHistory && (
        <Act label="History of the cell" hint="History of the cell (Shift+F2)" Icon={IconHistory} onPress={onHistory} />
      )}
      {onSheetAt && (
        <Act label="Sheet as of …" hint="Sheet as of a past moment" Icon={IconCalendarTime} onPress={onSheetAt} />
      )}
      {onImport && (
        <Act
          label="Import"
          hint={importLock ?? 'Import a spreadsheet'}
          Icon={IconUpload}
          disabled={importLock !== null}
          onPress={onImport}
        />
      )}
      <Act
        label="Export"
        hint="Export what is on the screen"
        Icon={IconDownload}
        isBusy={isExporting}
        onPress={onExport}
      />
    </>
  );
};
