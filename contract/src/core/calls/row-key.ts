/** The field that identifies a row, since names may be shared: used to ask for the rows behind it. */
export const ROW_KEY = 'rowKey';
