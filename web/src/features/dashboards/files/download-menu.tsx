import { Button, Menu } from '@mantine/core';
import type { reportFile, WidgetBody, WidgetColumn, WidgetId } from '@paceline/contract';
import { IconDownload } from '@tabler/icons-react';
import type { z } from 'zod';

type FileFormat = z.infer<typeof reportFile.body>['format'];

/** Exports a report's table: the visible columns and all rows. */
export interface ReportFiles {
  download: (format: FileFormat, widget: WidgetId, body: WidgetBody, columns: readonly WidgetColumn[]) => void;
}

interface DownloadMenuProps {
  title: string;
  onChoose: (format: FileFormat) => void;
}

export const DownloadMenu = ({ title, onChoose }: DownloadMenuProps) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={15} aria-hidden="true" />}
        aria-label={`Download ${title}`}
      >
        Download
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => onChoose('xlsx')}>Excel (.xlsx)</Menu.Item>
      <Menu.Item onClick={() => onChoose('csv')}>CSV (.csv)</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
