import { ViewAnswer } from '../../features/reports/view-answer.tsx';
import { SavedDashboardPage } from '../../features/reports/dashboards/saved-dashboard-page.tsx';

/** A dashboard of saved views, with the component that answers their questions. */
export const SavedDashboard = () => <SavedDashboardPage answer={ViewAnswer} />;
