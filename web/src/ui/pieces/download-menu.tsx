import { Button, Menu } from '@mantine/core';
import type { ReportFileFormat } from '@paceline/contract';
import { IconDownload } from '@tabler/icons-react';

interface DownloadMenuProps {
  title: string;
  onChoose: (format: ReportFileFormat) => void;
}

export const DownloadMenu = ({ title, onChoose }: DownloadMenuProps) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <Button
        variant="default"
        size="xs"
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
