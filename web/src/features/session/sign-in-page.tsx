import { useNavigate } from '@tanstack/react-router';
import { homePath } from '../../lib/paths.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { BrandPanel } from './brand-panel.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-page.module.css';

export const SignInPage = () => {
  const navigate = useNavigate();
  return (
    <div className={classes.page}>
      <title>Sign in · Paceline</title>
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
          <h1 className={classes.title}>Sign in</h1>
          <p className={classes.lead}>Use the account that your agency set up for you.</p>
          <SignInForm onSignedIn={() => void navigate({ to: homePath(), replace: true })} />
        </div>
      </main>
    </div>
  );
};
