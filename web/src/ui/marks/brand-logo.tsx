import type { ShownBranding } from '@paceline/contract';
import classes from './brand-logo.module.css';
import { BrandMark } from './brand-mark.tsx';

interface BrandLogoProps {
  brand: ShownBranding;
  /** Height in pixels; wide logos are made smaller. */
  size: number;
  /** Class of a name that stands beside a picture, and may be hidden where there is little room. */
  nameClass?: string | undefined;
}

const MAX_RATIO = 5;

/** A brand's logo and name beside each other; the product's without a brand. */
export const BrandLogo = ({ brand: { name, logo }, size, nameClass }: BrandLogoProps) => {
  if (logo === null && name !== '') return <span>{name}</span>;
  const height = logo === null ? size : Math.min(size, (logo.height * size * MAX_RATIO) / logo.width);
  return (
    <>
      {logo === null ? (
        <BrandMark size={size} />
      ) : (
        <img
          className={classes.logo}
          src={logo.path}
          alt={name === '' ? 'Logo' : ''}
          height={Math.round(height)}
          width={Math.round((logo.width * height) / logo.height)}
        />
      )}
      <span className={nameClass}>{logo === null ? 'Paceline' : name}</span>
    </>
  );
};
