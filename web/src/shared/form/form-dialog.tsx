import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorText } from '../../ui/states/error-text.tsx';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';

type Errors = Readonly<Record<string, string>>;

/** The errors of a dialog's fields by name, and of the dialog as a whole (`form`). */
export const useFieldErrors = (fieldOf: (path: string) => string = (path) => path.split('.')[0] ?? '') => {
  const [errors, setErrors] = useState<Errors>({});
  // The first problem of a field wins, so it is written last.
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
  /** The error of the form as a whole. */
  failure?: string | undefined;
  submit: string;
  isPending: boolean;
  /** Ref for the form element. */
  attach?: (element: HTMLFormElement | null) => void;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that creates or edits a record over its list. */
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
        // React events bubble through components, so a submit would reach the form that opened the dialog.
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
