import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { useFrameGone } from '../../ui/use-frame-gone.ts';
import classes from './auth-layout.module.css';
import { BrandPanel } from './brand-panel.tsx';

interface AuthLayoutProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The frame of the pages outside the shell. */
export const AuthLayout = ({ title, lead, children }: AuthLayoutProps) => {
  useFrameGone();
  return (
    <div className={classes.page}>
      <title>{`${title} · Paceline`}</title>
      <BrandPanel />
      <main className={classes.side}>
        <div className={classes.corner}>
          <span className={classes.smallBrand}>
            <BrandMark size={26} />
            Paceline
          </span>
          <ThemeSwitch />
        </div>
        <div className={classes.box}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </div>
      </main>
    </div>
  );
};
