import { ActionIcon, Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Field, FieldPanelData } from './prepare-fields.ts';
import { FieldPanel } from './field-panel.tsx';
import type { Shelf } from '../prepare-question.ts';

interface AddFieldProps {
  shelf: Shelf;
  /** The shelf's name: "Rows". */
  label: string;
  fields: (search: string) => FieldPanelData;
  onToggle: (field: Field) => void;
  onFormula?: () => void;
}

const partOf = ({ dimensions, measures, more, inUse }: FieldPanelData, shelf: Shelf): FieldPanelData => {
  const own = shelf === 'dimensions';
  const topics = own ? dimensions : [...measures, ...more];
  const used = inUse.filter(({ shelf: of }) => of === shelf);
  return {
    inUse: used,
    dimensions: own ? dimensions : [],
    measures: own ? [] : measures,
    more: own ? [] : more,
    isEmpty: topics.length + used.length === 0,
  };
};

const Fields = ({ shelf, fields, onToggle, ...rest }: Omit<AddFieldProps, 'label'>) => {
  const [search, setSearch] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const toggle = (field: Field): void => {
    onToggle(field);
    // The pressed field moves to those in use: the keyboard stays in the list.
    frame.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  return (
    <div ref={frame}>
      <FieldPanel
        data={partOf(fields(search), shelf)}
        search={search}
        onSearch={setSearch}
        onToggle={toggle}
        {...rest}
      />
    </div>
  );
};

/** Opens the fields of a shelf; it stays open, so that several can be added. */
export const AddField = ({ label, ...rest }: AddFieldProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={280} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={24}
          aria-label={`Add ${label.toLowerCase()}`}
          onClick={() => setOpen(!isOpen)}
        >
          <IconPlus size={13} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Fields {...rest} />
      </Popover.Dropdown>
    </Popover>
  );
};
