import { Button, Flex } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { goalGet, goalTargetExport, goalTargetImport } from '@paceline/contract';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { ImportDialog } from '../../shared/import-dialog/import-dialog.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { forgetTargets } from './api.ts';

/** Export and import of the targets of all the owner's line items. */
export const TargetFiles = ({ ownerKey }: { ownerKey: number }) => {
  const queries = useQueryClient();
  const canImport = useMay('goals:Import');
  const [isOpen, { open, close }] = useDisclosure(false);
  const args = { params: { owner: ownerKey } };
  const download = useMutation({
    mutationFn: () => downloadApi(goalTargetExport, args),
    onSuccess: (file) => file && saveFile(file),
    onError: (error) => toast.error(error instanceof ApiError ? error : { message: error.message }),
  });
  const refresh = () => {
    void forgetTargets(queries);
    void queries.invalidateQueries({ queryKey: [goalGet.id] });
  };
  return (
    <Flex wrap="wrap" gap={8}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Export targets
      </Button>
      {canImport && (
        <Button variant="default" leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={open}>
          Import targets
        </Button>
      )}
      <ImportDialog
        isOpen={isOpen}
        onClose={close}
        title="Import targets"
        kind="goalTargets"
        owner={ownerKey}
        call={goalTargetImport}
        args={args}
        template={{ label: 'Download targets', call: goalTargetExport, args }}
        onApplied={refresh}
      />
    </Flex>
  );
};
