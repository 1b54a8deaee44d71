import './ui/theme/styles.ts';
import { EMBEDDED_REPORT_ID, type EmbeddedReport } from '@paceline/contract';
import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { widgetQuery } from './features/dashboards/api.ts';
import { BareReport } from './features/dashboards/catalogue/bare-report.tsx';

/** A single report embedded in another site, rendered from the data in the page without any call. */
const root = document.getElementById('root');
const data = document.getElementById(EMBEDDED_REPORT_ID)?.textContent ?? '';
if (!root) throw new Error('embed.html has no #root');
const embedded = data === '' ? null : (JSON.parse(data) as EmbeddedReport);
// Nobody is signed in here: all data came with the page.
const queries = new QueryClient({
  defaultOptions: { queries: { enabled: false, retry: false, refetchOnMount: false, refetchOnWindowFocus: false } },
});
for (const { slot, widget, body, answer } of embedded?.answers ?? [])
  queries.setQueryData(widgetQuery(slot, widget, body).queryKey, answer);

createRoot(root).render(
  <StrictMode>
    <Providers queries={queries}>
      {embedded === null ? <p>There is no report at this address.</p> : <BareReport embedded={embedded} />}
    </Providers>
  </StrictMode>,
);
