import type { AnyList, ListRow } from '@paceline/contract';
import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';
import classes from './list.module.css';

interface ListPageProps<L extends AnyList, Row> extends ListViewProps<L, Row> {
  title: string;
  trail?: readonly { label: string; href?: string }[];
  /** The page's one primary action. */
  action?: ReactNode;
}

/** A whole screen that is one list. */
export const ListPage = <L extends AnyList, Row extends ListRow<L> = ListRow<L>>({
  title,
  trail = [],
  action,
  ...view
}: ListPageProps<L, Row>) => (
  <div className={classes.page} data-fill>
    <PageHead title={title} trail={trail} action={action} />
    <ListView<L, Row> {...view} />
  </div>
);
