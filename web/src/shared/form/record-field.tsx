import { Checkbox, Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { Fields, RecordDeclaration, RecordField } from '@paceline/contract';
import { optionsOf } from '../../lib/text/options-of.ts';
import { useController, useFormContext } from 'react-hook-form';

interface FieldProps<Name extends string> {
  name: Name;
  /** Why the field can no longer be changed; replaces its help text. */
  fixed?: string | null;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
  type?: 'email';
  placeholder?: string;
  /** Choices that are fewer than all codes, or keys of other records. */
  options?: readonly { value: string; label: string }[];
  /** A flag that is drawn as a switch. */
  isSwitch?: boolean;
  /** No choice is possible yet. */
  disabled?: boolean;
  /** The surrounding element draws the label. */
  isUnlabelled?: boolean;
  /** Called after the user changed it. */
  onChanged?: () => void;
}

type BoxOrder = ('label' | 'input' | 'description' | 'error')[];
/** Help text goes under the box, so that the boxes of a row line up. */
export const HELP_BELOW: BoxOrder = ['label', 'input', 'description', 'error'];
const CODE = { autoCapitalize: 'none', spellCheck: false } as const;

/** Input components for a record's declared fields, for use inside its `RecordForm` or `RecordDialog`. */
export const fieldOf = <F extends Fields>(
  { fields }: Pick<RecordDeclaration<F>, 'fields'>,
  inputWrapperOrder?: BoxOrder,
) => {
  const Field = ({
    name,
    fixed = null,
    isFirst,
    isSwitch,
    isUnlabelled,
    onChanged,
    ...props
  }: FieldProps<keyof F & string>) => {
    const declared: RecordField = fields[name]!;
    const { label, help, kind, required = false, isCode, whenEmpty, max } = declared;
    const { options = optionsOf(declared.words ?? {}), disabled = false, type, placeholder } = props;
    const { control } = useFormContext();
    const { field, fieldState } = useController({ control, name });
    const { ref, value, onBlur } = field;
    const change = (changed: unknown) => {
      field.onChange(changed);
      onChanged?.();
    };
    // Formats a number when the field is left: `1250.5` becomes `1,250.50`.
    const leave = () => {
      const sent = declared.send(value);
      if (kind === 'number' && !Number.isNaN(sent)) field.onChange(declared.hold(sent));
      onBlur();
    };
    const shared = {
      ...(isUnlabelled ? { 'aria-label': label } : { label }),
      description: fixed ?? help,
      required,
      error: fieldState.error?.message,
      onBlur: leave,
      ...(isFirst && { 'data-autofocus': true }),
    };
    const box = { ...shared, name, value, onChange: change, ...(inputWrapperOrder && { inputWrapperOrder }) };
    const select = (
      <NativeSelect
        {...box}
        ref={ref}
        data={whenEmpty === undefined ? options : [{ value: '', label: whenEmpty }, ...options]}
        disabled={disabled || fixed !== null}
      />
    );
    const Flag = isSwitch ? Switch : Checkbox;
    switch (kind) {
      case 'choices':
        return (
          <Checkbox.Group {...shared} value={value as string[]} onChange={change}>
            <Group gap="8px 16px" pt={6}>
              {options.map((option) => (
                <Checkbox key={option.value} {...option} />
              ))}
            </Group>
          </Checkbox.Group>
        );
      case 'flag':
        return <Flag {...shared} ref={ref} name={name} checked={value} onChange={change} />;
      case 'choice':
      case 'key':
        return select;
      case 'paragraph':
      case 'lines':
        return <Textarea {...box} ref={ref} {...(isCode && CODE)} autosize minRows={2} readOnly={fixed !== null} />;
      // Drawn by the page.
      case 'items':
        return null;
      case 'text':
      case 'number':
      case 'amount':
      case 'day':
        if (props.options !== undefined) return select;
        return (
          <TextInput
            {...box}
            ref={ref}
            {...(isCode && CODE)}
            {...((type ?? kind === 'day') && { type: type ?? 'date' })}
            {...((kind === 'number' || kind === 'amount') && { inputMode: 'decimal' })}
            {...(max !== undefined && { maxLength: max })}
            {...(placeholder && { placeholder })}
            autoComplete="off"
            readOnly={fixed !== null}
          />
        );
    }
  };
  return Field;
};
