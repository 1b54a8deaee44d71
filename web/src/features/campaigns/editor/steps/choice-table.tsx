import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../../lib/text/format.ts';
import classes from './choice-table.module.css';
import { keepEnter } from '../keep-enter.ts';
import { tidyPrice } from '../prepare/prepare-prices.ts';
import type { CampaignFormApi } from '../use-campaign-form.ts';

const MAX_SHOWN = 150;

/** The settings a program or source can override. */
export const OWN_FIELDS = {
  price: { label: 'media price', placeholder: 'Campaign’s', longest: 12 },
  cap: { label: 'monthly cap', placeholder: 'None', longest: 12 },
  note: { label: 'reason', placeholder: 'Reason (sent to the partner)', longest: 500 },
} as const;

interface OwnBoxProps {
  form: CampaignFormApi;
  /** The row's name. */
  of: string;
  path: string;
  field: keyof typeof OWN_FIELDS;
  /** Undefined if the row is not chosen, and so has no settings. */
  value: string | undefined;
  onChange: (text: string) => void;
}

export const OwnBox = ({ form, of, path, field, value, onChange }: OwnBoxProps) => {
  if (value === undefined) return <span className={classes.none}>–</span>;
  const { label, placeholder, longest } = OWN_FIELDS[field];
  return (
    <TextInput
      size="xs"
      aria-label={`${of}: ${label}`}
      classNames={field === 'note' ? {} : { input: classes.number }}
      leftSection={field === 'price' ? '$' : undefined}
      placeholder={placeholder}
      inputMode={field === 'note' ? 'text' : 'decimal'}
      maxLength={longest}
      autoComplete="off"
      value={value}
      error={form.errorOf(path)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        if (field === 'price' && tidyPrice(value) !== value) onChange(tidyPrice(value));
        form.touch(path);
      }}
    />
  );
};

interface ChoiceTableProps<Row> {
  /** Plural noun, as in “programs”. */
  what: string;
  searchBy: string;
  text: string;
  onText: (text: string) => void;
  /** Buttons beside the search, applied to its results. */
  tools: ReactNode;
  count: string;
  error: string | undefined;
  heads: readonly { label: string; isNarrow?: boolean }[];
  matches: readonly Row[];
  /** Message when the list or the search result is empty; null otherwise. */
  nothing: string | null;
  children: (row: Row) => ReactNode;
}

/** A long searchable list to choose from, with bulk changes, and settings in each row. */
export const ChoiceTable = <Row,>(props: ChoiceTableProps<Row>) => {
  const { what, searchBy, text, onText, tools, count, error, heads, matches, nothing, children } = props;
  const shown = matches.slice(0, MAX_SHOWN);
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          size="xs"
          className={classes.search}
          aria-label={`Search ${what}`}
          placeholder={`Search by ${searchBy}`}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={text}
          onKeyDown={keepEnter}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        {tools}
        <span className={classes.count} role="status">
          {count}
        </span>
      </div>
      {error && (
        <p className={classes.error} role="alert" tabIndex={-1} data-refused>
          {error}
        </p>
      )}
      {shown.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                {heads.map(({ label, isNarrow }) => (
                  <th key={label} scope="col" className={isNarrow ? classes.narrow : undefined}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{shown.map((one) => children(one))}</tbody>
          </table>
        </div>
      )}
      <p className={classes.more}>
        {nothing ?? (matches.length === 0 && 'No matches.')}
        {matches.length > shown.length && `${formatCount(matches.length - shown.length)} more. Type to find them.`}
      </p>
    </>
  );
};
