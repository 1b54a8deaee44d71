import { OWNER_SETTINGS, type OwnerSettingName } from './settings.ts';

interface Names {
  verticals: readonly { verticalKey: number; name: string }[];
  /** Title of a widget on the screen. */
  widgetTitle: (widget: string) => string;
}

const NONE = 'None';

/** A setting's value in words, for the page, its history and refusals. */
export const settingText = (name: OwnerSettingName, value: unknown, { verticals, widgetTitle }: Names): string => {
  const { kind, choices } = OWNER_SETTINGS[name];
  if (kind === 'switch') return value === true ? 'On' : 'Off';
  if (kind === 'days') return value === 1 ? '1 day' : `${String(value)} days`;
  if (kind === 'word') return typeof value === 'string' && value !== '' ? value : 'As in the funnel';
  if (kind === 'percent') return `${String(value)}%`;
  if (kind === 'inquiries') return value === 1 ? '1 inquiry' : `${String(value)} inquiries`;
  if (kind === 'minutes') return `${String(value)} minutes`;
  if (kind === 'choice') return choices?.[String(value)] ?? String(value);
  if (kind === 'vertical') return verticals.find(({ verticalKey }) => verticalKey === value)?.name ?? String(value);
  if (kind === 'widgets')
    return Array.isArray(value) && value.length > 0 ? value.map((one) => widgetTitle(String(one))).join(', ') : NONE;
  return typeof value === 'string' && value !== '' ? value : NONE;
};
