/** The field of a row that tells it apart, names may be shared: what the rows behind it are asked with. */
export const ROW_KEY = 'rowKey';
