import './ui/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { makeRouter } from './app/router.ts';
import { watchSession } from './app/session-watch.ts';
import { makeQueryClient } from './lib/query-client.ts';

const queries = makeQueryClient();
const router = makeRouter();
watchSession(router, queries);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
