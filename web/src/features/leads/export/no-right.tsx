import { EmptyState } from '../../../ui/states/empty-state.tsx';

/** For users who have the page in the menu without the right to export. */
export const NoRight = () => (
  <EmptyState title="You cannot export leads">
    Your account does not have the right to export leads. Ask your administrator for it.
  </EmptyState>
);
