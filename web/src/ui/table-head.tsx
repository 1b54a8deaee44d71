import type { ReactNode } from 'react';

/** The heads of a table's columns; `children` are further ones that are more than a word. */
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
