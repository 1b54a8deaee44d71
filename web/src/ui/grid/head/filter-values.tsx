import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './grid-head.module.css';

interface FilterValuesProps {
  label: string;
  values: readonly string[];
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}

const chosenText = (chosen: readonly string[]): string =>
  chosen.length === 0 ? 'All' : chosen.length === 1 ? (chosen[0] ?? '') : `${chosen.length} selected`;

/** Checkboxes for a column's few values. A stored value that no longer occurs can be unticked too. */
export const FilterValues = ({ label, values, chosen, onChosen }: FilterValuesProps) => {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const all = [...new Set([...values, ...chosen])];
  const toggle = (value: string) =>
    onChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  // Rendered with every column that scrolls in, so the popover exists only while open, beside the button, which stays.
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.filterBox}
        aria-label={`Filter ${label}: ${chosenText(chosen)}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-filled={chosen.length > 0 || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.told}>{chosenText(chosen)}</span>
        <IconChevronDown size={13} aria-hidden="true" />
      </button>
      {isOpen && (
        <Popover opened withRoles={false} onDismiss={close} position="bottom-start" shadow="md" trapFocus>
          <Popover.Target>
            <span className={classes.anchor} />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={`Filter ${label}`} className={classes.values}>
            <ul className={classes.valueList}>
              {all.map((value) => (
                <li key={value}>
                  <label className={classes.value}>
                    <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                    <span>{value === '' ? '(empty)' : value}</span>
                  </label>
                </li>
              ))}
            </ul>
            <Button size="compact-xs" variant="subtle" disabled={chosen.length === 0} onClick={() => onChosen([])}>
              Clear
            </Button>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
};
