import classes from './brand-panel.module.css';

/** Decorative: a month's plan as a dashed line, and spend that returns to it. */
export const PaceGraphic = () => (
  <svg className={classes.graphic} viewBox="0 0 560 240" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <defs>
      <linearGradient id="pace-fill" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#74b5e5" stopOpacity="0.28" />
        <stop offset="1" stopColor="#74b5e5" stopOpacity="0" />
      </linearGradient>
    </defs>
    <g stroke="#fff" strokeOpacity="0.07">
      <path d="M0 60h560M0 110h560M0 160h560M0 210h560" />
    </g>
    <path
      d="M0 216 C60 206 88 206 128 176 S190 100 240 116 S316 156 356 118 S440 64 484 58 L560 36 V240 H0Z"
      fill="url(#pace-fill)"
    />
    <path
      d="M0 220 560 36"
      stroke="#fff"
      strokeOpacity="0.5"
      strokeWidth="1.5"
      strokeDasharray="2 6"
      strokeLinecap="round"
    />
    <path
      d="M0 216 C60 206 88 206 128 176 S190 100 240 116 S316 156 356 118 S440 64 484 58"
      fill="none"
      stroke="#a5d0ee"
      strokeWidth="2.5"
      strokeLinecap="round"
    />
    <circle cx="484" cy="58" r="10" fill="#a5d0ee" fillOpacity="0.22" />
    <circle cx="484" cy="58" r="4.5" fill="#fff" />
  </svg>
);
