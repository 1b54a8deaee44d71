import { Button, FileButton, Group, Input, Stack, TextInput } from '@mantine/core';
import { colourProblem, darkEnough, LOGO_TYPES, type StoredBranding } from '@paceline/contract';
import { useController } from 'react-hook-form';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import { type RecordForm as State, useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { BrandPreview } from './brand-preview.tsx';
import {
  brandProblems,
  brandRule,
  brandValues,
  type BrandValues,
  fileProblem,
  previewOf,
  sentBrand,
} from './prepare-brand-form.ts';

interface BrandFormProps {
  title: string;
  note: string;
  stored: StoredBranding;
  /** Name of its drafts. */
  draft: string;
  /** Address of the sign-in page without its last word; null for a brand without one. */
  signInUrl: string | null;
  lock: string | null;
  load: () => Promise<StoredBranding | undefined>;
  save: (form: ReturnType<typeof sentBrand>) => Promise<StoredBranding | undefined>;
}

const readAsUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });

const LogoField = ({ state }: { state: State<BrandValues> }) => {
  const { field, fieldState } = useController({ control: state.form.control, name: 'logo' });
  const { setError, clearErrors } = state.form;
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const message = fileProblem(file);
    if (message !== null) return setError('logo', { type: 'file', message });
    clearErrors('logo');
    field.onChange(await readAsUrl(file));
  };
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      description="PNG, JPEG or WebP, at most 500 kB. It is shown 26 pixels high, and stored as a new picture without anything else of the file."
    >
      <Group gap={8} mt={6}>
        <FileButton accept={LOGO_TYPES.join(',')} onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" onBlur={field.onBlur}>
              {field.value === '' ? 'Choose a picture' : 'Choose another picture'}
            </Button>
          )}
        </FileButton>
        {field.value !== '' && (
          <Button variant="default" size="xs" onClick={() => field.onChange('')}>
            Remove logo
          </Button>
        )}
      </Group>
      {fieldState.error && (
        <ErrorText data-refused tabIndex={-1} mt={4}>
          {fieldState.error.message}
        </ErrorText>
      )}
    </Input.Wrapper>
  );
};

const TextField = ({
  state,
  name,
  ...props
}: {
  state: State<BrandValues>;
  name: 'name' | 'colour' | 'address';
  label: string;
  description: string;
  maxLength: number;
}) => {
  const { field, fieldState } = useController({ control: state.form.control, name });
  return (
    <TextInput
      {...props}
      {...field}
      error={fieldState.error?.message}
      autoComplete="off"
      spellCheck={false}
      maw={520}
    />
  );
};

/** A readable colour in place of the one that was typed. */
const ColourFix = ({ state, colour }: { state: State<BrandValues>; colour: string }) => {
  if (!/^#[0-9a-f]{6}$/.test(colour) || colourProblem(colour) === null) return null;
  const fixed = darkEnough(colour);
  return (
    <Button
      variant="default"
      size="xs"
      w="fit-content"
      onClick={() => state.form.setValue('colour', fixed, { shouldDirty: true, shouldValidate: true })}
    >
      Use {fixed}
    </Button>
  );
};

/** Name, logo, colour and sign-in address of an owner or of the agency, with a preview. */
export const BrandForm = ({ title, note, stored, draft, signInUrl, lock, load, save }: BrandFormProps) => {
  const state = useRecordForm<BrandValues, StoredBranding>({
    stored,
    newValues: () => brandValues(stored),
    valuesOf: brandValues,
    versionOf: ({ rowVersion }) => rowVersion,
    problems: (values, base) => brandProblems(values, base ?? stored),
    rule: () => brandRule,
    savedBy: () => ({ by: 'Someone', at: null }),
    drafts: useTabDrafts(draft),
    load,
    save: (values, base) => save(sentBrand(values, base ?? stored)),
    onSaved: () => toast.success('The brand is saved.'),
  });
  const values = state.form.watch();
  const { name, logo } = previewOf(values, stored);
  const colour = values.colour.trim().toLowerCase();
  const address = values.address.trim();
  return (
    <RecordForm
      state={state}
      what="this brand"
      lock={lock}
      buttons={
        <Button type="submit" loading={state.isSaving} disabled={!state.isDirty}>
          Save
        </Button>
      }
    >
      <SectionCard title={title} note={note}>
        <Stack gap={16}>
          <TextField
            state={state}
            name="name"
            label="Name"
            description="Beside the logo, in the frame, mails and files"
            maxLength={60}
          />
          <LogoField state={state} />
          <TextField
            state={state}
            name="colour"
            label="Colour"
            description="Of buttons and links, as # and six digits. It must be readable on light pages; dark pages lighten it."
            maxLength={7}
          />
          <ColourFix state={state} colour={colour} />
          {signInUrl !== null && (
            <TextField
              state={state}
              name="address"
              label="Sign-in address"
              description={
                address === ''
                  ? 'A word of small letters, digits and dashes. Whoever has the address sees this brand before signing in.'
                  : `The sign-in page with this brand: ${signInUrl}${address}`
              }
              maxLength={40}
            />
          )}
          <BrandPreview name={name} logo={logo?.path ?? null} colour={colour} />
        </Stack>
      </SectionCard>
    </RecordForm>
  );
};
