import type { AnyList, ListRow } from '@paceline/contract';
import type { ReactNode } from 'react';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';
import classes from './list.module.css';

interface ListPageProps<L extends AnyList, Row> extends ListViewProps<L, Row> {
  /** The page's one primary action. */
  action?: ReactNode;
}

/** A page that is a single list. */
export const ListPage = <L extends AnyList, Row extends ListRow<L> = ListRow<L>>({
  action,
  ...view
}: ListPageProps<L, Row>) => (
  <div className={classes.page} data-fill>
    <HeadParts action={action} />
    <ListView<L, Row> {...view} />
  </div>
);
