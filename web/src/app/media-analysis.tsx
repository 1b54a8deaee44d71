import { useSearch } from '@tanstack/react-router';
import { type AnalysisActions, AnalysisPage } from '../features/reports/analysis-page.tsx';
import { SaveMenu } from '../features/views/save-menu.tsx';
import { keyParam } from '../lib/search-params.ts';

const Saving = (asked: AnalysisActions) => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return <SaveMenu {...asked} viewKey={keyParam(search['view']) ?? null} />;
};

/** The report builder, with what saves its questions. */
export const MediaAnalysis = () => <AnalysisPage actions={Saving} />;
