import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorText } from '../../ui/states/error-text.tsx';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';

type Errors = Readonly<Record<string, string>>;

/** What is wrong with the fields of a dialog, each by its name, and with the whole of it (`form`). */
export const useFieldErrors = (fieldOf: (path: string) => string = (path) => path.split('.')[0] ?? '') => {
  const [errors, setErrors] = useState<Errors>({});
  // The first problem at a field counts, so it is written last.
  const show = (problems: readonly { path: string; message: string }[], whole = '') =>
    setErrors({
      form: whole,
      ...Object.fromEntries(problems.toReversed().map(({ path, message }) => [fieldOf(path), message])),
    });
  return { errors, show };
};

interface FormDialogProps {
  title: string;
  size: number;
  /** What is wrong with the whole of it. */
  failure?: string | undefined;
  submit: string;
  isPending: boolean;
  /** To be given to the form element. */
  attach?: (element: HTMLFormElement | null) => void;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A record that is made or changed over its list. */
export const FormDialog = ({
  title,
  size,
  failure,
  submit,
  isPending,
  attach,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => (
  <Modal opened onClose={onClose} title={<strong>{title}</strong>} centered size={size}>
    <FormStack
      ref={attach}

      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // It is drawn outside the form that opened it, but events bubble along the components.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
      {failure && <ErrorText role="alert">{failure}</ErrorText>}
      <ButtonRow>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {submit}
        </Button>
      </ButtonRow>
    </FormStack>
  </Modal>
);
