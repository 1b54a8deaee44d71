import { AnalysisPage } from '../features/reports/analysis-page.tsx';

/** What other features add to the report builder is handed in here. */
export const MediaAnalysis = () => <AnalysisPage />;
