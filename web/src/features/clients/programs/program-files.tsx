import { eduDataExport, partnerCodesExport } from '@paceline/contract';
import { Button, Group, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import classes from './programs.module.css';

/** File downloads: a client's education data, and for a media partner its posting codes. */
export const ProgramFiles = () => {
  const clients = useFilterOptions().data?.clients.filter(({ active }) => active) ?? [];
  const education = useMutation({
    mutationFn: async (clientKey: number) => {
      const file = await downloadApi(eduDataExport, { params: { key: clientKey } }, { fallbackName: 'eduData.xlsx' });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
  const codes = useMutation({
    mutationFn: async () => {
      const file = await downloadApi(partnerCodesExport, {}, { fallbackName: 'aggregator-codes-.xlsx' });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
  return (
    <Group gap={8}>
      {groupOfSession() === 'mp' && (
        <Button size="xs" variant="default" loading={codes.isPending} onClick={() => codes.mutate()}>
          Codes for posting
        </Button>
      )}
      {clients.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              loading={education.isPending}
              leftSection={<IconDownload size={14} aria-hidden="true" />}
            >
              Education data
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.clients}>
            <Menu.Label>All campuses and programs of</Menu.Label>
            {clients.map(({ key, name }) => (
              <Menu.Item key={key} onClick={() => education.mutate(key)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
};
