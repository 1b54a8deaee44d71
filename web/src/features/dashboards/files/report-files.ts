import type { reportFile, WidgetBody, WidgetColumn, WidgetId } from '@paceline/contract';
import type { z } from 'zod';

/** Exports a report's table: the visible columns and all rows. */
export interface ReportFiles {
  download: (
    format: z.infer<typeof reportFile.body>['format'],
    widget: WidgetId,
    body: WidgetBody,
    columns: readonly WidgetColumn[],
  ) => void;
}
