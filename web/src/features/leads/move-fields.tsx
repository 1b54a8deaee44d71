import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { LEAD_REASONS, leadReasonText, type LeadStatus } from '@paceline/contract';

/** Fields of a status change besides the status. */
interface MoveValues {
  reasonCode: string;
  reference: string;
  note: string;
}
export const NO_VALUES: MoveValues = { reasonCode: '', reference: '', note: '' };

/** The fields as the calls take them. */
export const moveBody = ({ reasonCode, ...rest }: MoveValues) => ({
  ...rest,
  reasonCode: reasonCode === '' ? null : reasonCode,
});

interface MoveFieldsProps {
  to: LeadStatus;
  /** Required fields, by the table of moves. */
  needs: { reason: boolean; note: boolean; referenceOrNote: boolean };
  values: MoveValues;
  onValues: (values: MoveValues) => void;
}

/** The fields of a status change, for one or many leads. */
export const MoveFields = ({ to, needs, values, onValues }: MoveFieldsProps) => {
  const reasons: readonly string[] = to in LEAD_REASONS ? LEAD_REASONS[to as keyof typeof LEAD_REASONS] : [];
  const set = (change: Partial<MoveValues>) => onValues({ ...values, ...change });
  return (
    <>
      {reasons.length > 0 && (
        <NativeSelect
          label="Reason"
          required={needs.reason}
          value={values.reasonCode}
          data={[
            { value: '', label: 'Choose a reason' },
            ...reasons.map((value) => ({ value, label: leadReasonText(value) })),
          ]}
          onChange={(event) => set({ reasonCode: event.currentTarget.value })}
        />
      )}
      {needs.referenceOrNote && (
        <TextInput
          label="Client’s reference"
          description="A reference or a note is needed."
          maxLength={200}
          value={values.reference}
          onChange={(event) => set({ reference: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Note"
        required={needs.note}
        maxLength={500}
        autosize
        minRows={2}
        value={values.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </>
  );
};
