import type { GridColumn } from '../types.ts';

export const SELECT_KEY = '__select';

/** The checkboxes, as a first column. */
export const SELECT_COLUMN: GridColumn<never> = {
  key: SELECT_KEY,
  label: 'Select',
  kind: 'custom',
  frozen: true,
  excludeFromMenu: true,
  sortable: false,
  filter: false,
  width: 36,
  value: () => null,
  format: () => '',
};
