import { useSearch } from '@tanstack/react-router';
import { type AnalysisActions, AnalysisPage } from '../../features/reports/analysis-page.tsx';
import { SaveMenu } from '../../features/reports/views/save-menu.tsx';
import { keyParam } from '../../lib/address/search-params.ts';

const Saving = ({ ownerKey, ...question }: AnalysisActions) => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const viewKey = keyParam(search['view']) ?? null;
  // A view belongs to an owner: over several of them there is nothing to save it at.
  return ownerKey === null ? null : <SaveMenu key={ownerKey} ownerKey={ownerKey} viewKey={viewKey} {...question} />;
};

/** The report builder, with what saves its questions. */
export const MediaAnalysis = () => <AnalysisPage actions={Saving} />;
