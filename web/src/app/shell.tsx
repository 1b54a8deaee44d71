import { Outlet } from '@tanstack/react-router';
import { NotFoundPage } from './not-found-page.tsx';
import { ShellFrame } from './shell-frame.tsx';

export const Shell = () => (
  <ShellFrame>
    <Outlet />
  </ShellFrame>
);

/** Only someone signed in gets to see it (the guard sends others to sign in), so it has the frame around it. */
export const NotFoundInShell = () => (
  <ShellFrame>
    <NotFoundPage />
  </ShellFrame>
);
