interface BrandMarkProps {
  size?: number;
}

/** The logo. Decorative where the product's name is beside it. */
export const BrandMark = ({ size = 28 }: BrandMarkProps) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="7" fill="#0a76bc" />
    <path d="M6 21.5h20" stroke="#fff" strokeOpacity="0.35" strokeWidth="1.6" strokeDasharray="1.6 2.4" />
    <path
      d="M6 21.5h5.4l3.6-11 4.2 14.2 2.6-7.4L24 21.5h2"
      fill="none"
      stroke="#fff"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
