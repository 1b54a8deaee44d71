import { useSearch } from '@tanstack/react-router';
import { type AnalysisActions, AnalysisPage } from '../../features/reports/analysis-page.tsx';
import { SaveMenu } from '../../features/reports/views/save-menu.tsx';
import { keyParam } from '../../lib/address/search-params.ts';

const Saving = ({ ownerKey, ...question }: AnalysisActions) => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const viewKey = keyParam(search['view']) ?? null;
  // A view belongs to one owner: it cannot be saved across several.
  return ownerKey === null ? null : <SaveMenu key={ownerKey} ownerKey={ownerKey} viewKey={viewKey} {...question} />;
};

/** The report builder, with its save menu. */
export const MediaAnalysis = () => <AnalysisPage actions={Saving} />;
