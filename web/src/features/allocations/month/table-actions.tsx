import { Button, Kbd, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

interface TableAction {
  word: string;
  /** The full name. */
  label: string;
  hint: string;
  onPress: () => void;
  isBusy?: boolean;
  disabled?: boolean;
}

const Act = ({ word, label, hint, onPress, isBusy = false, disabled = false }: TableAction) => (
  <Button
    variant="default"
    size="xs"
    px={9}
    aria-label={label}
    title={hint}
    loading={isBusy}
    disabled={disabled}
    onClick={onPress}
  >
    {word}
  </Button>
);

interface TableActionsProps {
  /** Undefined for groups without requests. */
  requests?: { open: number; onOpen: () => void } | undefined;
  onHistory?: (() => void) | undefined;
  onSheetAt?: (() => void) | undefined;
  onBulkHistory?: (() => void) | undefined;
  onImport?: (() => void) | undefined;
  /** Why importing is not possible; null if it is. */
  importLock?: string | null;
  onExport: () => void;
  isExporting: boolean;
}

const requestsIn = (open: number): string => (open === 1 ? '1 request' : `${open} requests`);

/** Actions on the table other than editing. */
export const TableActions = (props: TableActionsProps) => {
  const { requests, onHistory, onSheetAt, onBulkHistory, onImport, importLock = null, onExport, isExporting } = props;
  return (
    <>
      {requests && (
        <Button size="xs" variant={requests.open > 0 ? 'light' : 'default'} px={9} onClick={requests.onOpen}>
          {requests.open > 0 ? requestsIn(requests.open) : 'Requests'}
        </Button>
      )}
      {onHistory && onSheetAt && (
        <Menu position="bottom-end" shadow="md" width={270}>
          <Menu.Target>
            <Button variant="default" size="xs" px={9} rightSection={<IconChevronDown size={13} aria-hidden="true" />}>
              History
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item rightSection={<Kbd size="xs">Shift+F2</Kbd>} onClick={onHistory}>
              Cell history
            </Menu.Item>
            {onBulkHistory && <Menu.Item onClick={onBulkHistory}>Bulk changes, with undo</Menu.Item>}
            <Menu.Item onClick={onSheetAt}>As of a past moment…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {onHistory && !onSheetAt && (
        <Act word="History" label="Cell history" hint="Cell history (Shift+F2)" onPress={onHistory} />
      )}
      {onImport && (
        <Act
          word="Import"
          label="Import"
          hint={importLock ?? 'Import a spreadsheet'}
          disabled={importLock !== null}
          onPress={onImport}
        />
      )}
      <Act word="Export" label="Export" hint="Export what is shown" isBusy={isExporting} onPress={onExport} />
    </>
  );
};
