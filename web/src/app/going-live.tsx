import { GoingLivePage } from '../features/wizard/going-live/going-live-page.tsx';
import { isBuilt } from './built-routes.ts';

/** The page with what the router knows: which screens there are to lead to. */
export const GoingLive = () => <GoingLivePage isBuilt={isBuilt} />;
