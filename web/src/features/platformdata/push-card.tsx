import { Button } from '@mantine/core';
import { type PlatformSource, type PlatformSourceKey } from '@paceline/contract';
import { lazy, Suspense, useState } from 'react';
import { formatInstant } from '../../lib/text/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { useEndPushKey, useMakePushKey } from './api.ts';
import classes from './platformdata.module.css';

const ShownOnce = lazy(async () => ({ default: (await import('../../ui/dialogs/shown-once.tsx')).ShownOnce }));

interface PushCardProps {
  ownerKey: number;
  sourceKey: PlatformSourceKey;
  source: PlatformSource;
  timeZone: string;
}

/** The key for a system that uploads these files automatically. */
export const PushCard = ({ ownerKey, sourceKey, source, timeZone }: PushCardProps) => {
  const [newKey, setNewKey] = useState<{ secret: string; address: string } | null>(null);
  const [openDialog, setOpenDialog] = useState<'replace' | 'end' | null>(null);
  const make = useMakePushKey(ownerKey, setNewKey);
  const end = useEndPushKey(ownerKey, () => setOpenDialog(null));
  const hasKey = source.pushKeyId !== null;
  const confirm = (): void => {
    if (openDialog === 'end') end.mutate(sourceKey);
    else make.mutate(sourceKey, { onSettled: () => setOpenDialog(null) });
  };
  return (
    <SectionCard
      title="Push"
      note="A system sends the same files with a POST, the file as the body, signed by the Standard Webhooks convention."
    >
      <p className={classes.note}>
        {hasKey
          ? `Key created ${formatInstant(source.pushKeyMadeAt, timeZone)}.`
          : 'No key yet: nothing can be pushed.'}
      </p>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          loading={make.isPending}
          onClick={() => (hasKey ? setOpenDialog('replace') : make.mutate(sourceKey))}
        >
          {hasKey ? 'Replace push key' : 'Create push key'}
        </Button>
        {hasKey && (
          <Button variant="default" size="xs" onClick={() => setOpenDialog('end')}>
            End push key
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={openDialog !== null}
        title={openDialog === 'end' ? 'End push key' : 'Replace push key'}
        text="Files signed with the current key are refused from now on."
        action={openDialog === 'end' ? 'End key' : 'Replace key'}
        isGrave
        isBusy={make.isPending || end.isPending}
        onConfirm={confirm}
        onClose={() => setOpenDialog(null)}
      />
      {newKey !== null && (
        <Suspense fallback={null}>
          <ShownOnce title="Push key" what="secret" secret={newKey.secret} onClose={() => setNewKey(null)}>
            <p className={classes.note}>
              Send files to <code className={classes.secret}>{newKey.address}</code> with the headers webhook-id,
              webhook-timestamp and webhook-signature; x-file-name names the file.
            </p>
          </ShownOnce>
        </Suspense>
      )}
    </SectionCard>
  );
};
