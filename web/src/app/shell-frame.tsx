import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { homePath } from '../lib/paths.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import classes from './shell-frame.module.css';
import { UserMenu } from './user-menu.tsx';

const skipToMain = (event: MouseEvent) => {
  // The hash belongs to the router, so the link's own jump would be taken for a route.
  event.preventDefault();
  document.getElementById('main')?.focus();
};

export const ShellFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.shell}>
    <a className={classes.skip} href="#main" onClick={skipToMain}>
      Skip to the content
    </a>
    <header className={classes.bar}>
      <Link to={homePath()} className={classes.brand}>
        <BrandMark size={26} />
        <span className={classes.name}>Paceline</span>
      </Link>
      <div className={classes.tools}>
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
    <main id="main" tabIndex={-1} className={classes.main}>
      {children}
    </main>
  </div>
);
