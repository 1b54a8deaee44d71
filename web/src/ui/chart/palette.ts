/** Okabe and Ito's colours, tuned for light and dark backgrounds: distinguishable with every kind of colour blindness. */
const LIGHT = ['#0a76bc', '#d55e00', '#1a8f6d', '#b5739d', '#8a6d00', '#4f9fd8', '#5b5f66', '#a3480a'];
const DARK = ['#4fb0ee', '#ff9d4d', '#4fd3a8', '#e0a0cb', '#e2c44d', '#8fd0ff', '#b4bcc6', '#ffb98a'];

export interface ChartColours {
  series: readonly string[];
  text: string;
  dimmed: string;
  line: string;
  surface: string;
  /** From lowest to highest, for maps and heat maps. */
  scale: readonly [string, string];
  nothing: string;
}

export const chartColours = (isDark: boolean): ChartColours =>
  isDark
    ? {
        series: DARK,
        text: '#d7dde5',
        dimmed: '#9ca8b6',
        line: '#2a343f',
        surface: '#181f26',
        scale: ['#173247', '#6cc1f5'],
        nothing: '#232c35',
      }
    : {
        series: LIGHT,
        text: '#16202a',
        dimmed: '#566270',
        line: '#dde3ea',
        surface: '#ffffff',
        scale: ['#dbeaf5', '#075486'],
        nothing: '#edf0f3',
      };
