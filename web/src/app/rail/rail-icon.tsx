import {
  IconAdjustmentsDollar,
  IconBook2,
  IconBulb,
  IconBuildings,
  IconClick,
  IconHome,
  IconLayoutDashboard,
  IconPoint,
  IconSettings,
  IconSpeakerphone,
  IconUsersGroup,
} from '@tabler/icons-react';
import { createElement } from 'react';

/** By label of the menu's first level. */
const ICONS: ReadonlyMap<string, typeof IconPoint> = new Map([
  ['Home', IconHome],
  ['Dashboard', IconLayoutDashboard],
  ['Campaigns', IconSpeakerphone],
  ['Allocation & Pacing', IconAdjustmentsDollar],
  ['Insights', IconBulb],
  ['Resources', IconBook2],
  ['Lead Management', IconUsersGroup],
  ['Click Management', IconClick],
  ['All Owners', IconBuildings],
  ['Click Details', IconClick],
  ['Administration', IconSettings],
]);

interface RailIconProps {
  label: string;
  size: number;
  className?: string | undefined;
}

export const RailIcon = ({ label, ...props }: RailIconProps) =>
  createElement(ICONS.get(label) ?? IconPoint, { ...props, 'aria-hidden': true });
