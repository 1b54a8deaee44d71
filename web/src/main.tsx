import './ui/theme/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onCaughtError } from './app/errors/caught-errors.ts';
import { watchRecords } from './app/palette/note-records.ts';
import { Providers } from './app/providers.tsx';
import { makeRouter } from './app/router.ts';
import { watchSession } from './app/session-watch.ts';
import { makeQueryClient } from './lib/api/query-client.ts';

const queries = makeQueryClient();
const router = makeRouter();
watchSession(router, queries);
watchRecords(router);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
