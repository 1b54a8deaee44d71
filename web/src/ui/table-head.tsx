import type { ReactNode } from 'react';

/** A table's column headers; `children` adds headers that are more than text. */
export const TableHead = ({ of, children }: { of: readonly string[]; children?: ReactNode }) => (
  <thead>
    <tr>
      {of.map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
      {children}
    </tr>
  </thead>
);
