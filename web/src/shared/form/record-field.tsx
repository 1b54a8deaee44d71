import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Fields, RecordDeclaration, RecordField } from '@paceline/contract';
import { useController, useFormContext } from 'react-hook-form';
import classes from './record-field.module.css';

interface FieldProps<Name extends string> {
  name: Name;
  /** Why it cannot be changed any more; said in place of its help. */
  fixed?: string | null;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
  type?: 'email';
}

const optionsOf = ({ words = {} }: RecordField) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** The boxes of a record's fields, by their declaration, inside its `RecordForm` or `RecordDialog`. */
export const fieldOf = <F extends Fields>({ fields }: Pick<RecordDeclaration<F>, 'fields'>) => {
  const Field = ({ name, fixed = null, isFirst = false, type }: FieldProps<keyof F & string>) => {
    const declared: RecordField = fields[name]!;
    const { control } = useFormContext();
    const { field, fieldState } = useController({ control, name });
    const { ref, value, onChange, onBlur } = field;
    const shared = {
      label: declared.label,
      description: fixed ?? declared.help,
      required: declared.required ?? false,
      error: fieldState.error?.message,
      onBlur,
      ...(isFirst && { 'data-autofocus': true }),
    };
    switch (declared.kind) {
      case 'choices':
        return (
          <Checkbox.Group {...shared} value={value as string[]} onChange={onChange}>
            <div className={classes.checks}>
              {optionsOf(declared).map((option) => (
                <Checkbox key={option.value} {...option} />
              ))}
            </div>
          </Checkbox.Group>
        );
      case 'flag':
        return <Checkbox {...shared} ref={ref} name={name} checked={value} onChange={onChange} />;
      case 'choice':
        return (
          <NativeSelect
            {...shared}
            ref={ref}
            name={name}
            data={optionsOf(declared)}
            disabled={fixed !== null}
            value={value}
            onChange={onChange}
          />
        );
      case 'text':
        return (
          <TextInput
            {...shared}
            ref={ref}
            name={name}
            autoComplete="off"
            {...(declared.isCode && { autoCapitalize: 'none', spellCheck: false })}
            {...(type && { type })}
            readOnly={fixed !== null}
            value={value}
            onChange={onChange}
          />
        );
    }
  };
  return Field;
};
