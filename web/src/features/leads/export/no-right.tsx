import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';

/** For whoever has the page in the menu and not the right to export. */
export const NoRight = () => (
  <>
    <PageHead title="Data exports" trail={[{ label: 'Lead Management' }]} />
    <EmptyState title="You cannot export leads">
      Your account does not have the right to export leads. Ask your administrator for it.
    </EmptyState>
  </>
);
