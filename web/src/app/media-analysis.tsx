import { useSearch } from '@tanstack/react-router';
import { AnalysisPage } from '../features/reports/analysis-page.tsx';
import { SaveMenu } from '../features/views/save-menu.tsx';
import { keyParam } from '../lib/search-params.ts';

/** The report builder, with what saves its questions. */
export const MediaAnalysis = () => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return <AnalysisPage actions={(asked) => <SaveMenu {...asked} viewKey={keyParam(search['view']) ?? null} />} />;
};
