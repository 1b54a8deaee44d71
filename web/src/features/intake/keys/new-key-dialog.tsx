import { Button, CopyButton, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { KEY_OVERLAP_HOURS, keyLabelSchema, type PostingKey } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { type Failure, FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { useKeyActions } from './api.ts';
import classes from './keys.module.css';
import { keyName, OVERLAPS } from './prepare-keys.ts';

interface NewKeyDialogProps {
  partnerKey: number;
  /** The key the new one replaces; null for an additional one. */
  replaces: PostingKey | null;
  onClose: () => void;
}

const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : 'The key could not be created.',
  requestId: error instanceof ApiError ? error.requestId : null,
});

/** Shows the key once: it cannot be read again after closing. */
const ShownOnce = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Stack gap={14}>
    <p className={classes.warning} role="alert">
      Copy this key now. It will not be shown again; only its hash is stored.
    </p>
    <TextInput
      label="Posting key"
      readOnly
      value={secret}
      data-autofocus
      classNames={{ input: classes.secret ?? '' }}
      onFocus={(event) => event.currentTarget.select()}
    />
    <ButtonRow>
      <CopyButton value={secret} timeout={60_000}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy key'}</Button>}
      </CopyButton>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </ButtonRow>
  </Stack>
);

/** Creates a key, or replaces one, and shows it once. */
export const NewKeyDialog = ({ partnerKey, replaces, onClose }: NewKeyDialogProps) => {
  const { make, rotate } = useKeyActions(partnerKey);
  const [label, setLabel] = useState('');
  const [overlap, setOverlap] = useState(String(KEY_OVERLAP_HOURS));
  const [secret, setSecret] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const problem = keyLabelSchema.safeParse(label).error?.issues[0]?.message;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    setIsBusy(true);
    setFailure(null);
    try {
      const newKey = await (replaces === null ? make(label) : rotate(replaces.postingKey, Number(overlap)));
      if (newKey) setSecret(newKey.key);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const title = replaces === null ? 'New posting key' : `Rotate ${keyName(replaces)}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{title}</strong>}
      centered
      size={520}
      // A click outside must not lose a key that is shown once.
      closeOnClickOutside={secret === null}
      closeOnEscape={secret === null}
      withCloseButton={secret === null}
    >
      {secret !== null ? (
        <ShownOnce secret={secret} onClose={onClose} />
      ) : (
        <FormStack onSubmit={(event) => void submit(event)} noValidate>
          {replaces === null ? (
            <TextInput
              label="Name"
              description="Which system uses it, such as “Web forms”. Optional."
              autoComplete="off"
              data-autofocus
              value={label}
              error={problem && `Name ${problem}.`}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
          ) : (
            <Radio.Group
              label="When the old key stops working"
              description="Until then both keys work, so that no post is refused while systems change over."
              value={overlap}
              onChange={setOverlap}
            >
              <Stack gap={14}>
                {OVERLAPS.map(({ hours, label: when }) => (
                  <Radio key={hours} value={String(hours)} label={when} mt={hours === 0 ? 10 : 0} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <FormFailure failure={failure} />
          <ButtonRow>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              {replaces === null ? 'Create key' : 'Create new key'}
            </Button>
          </ButtonRow>
        </FormStack>
      )}
    </Modal>
  );
};
