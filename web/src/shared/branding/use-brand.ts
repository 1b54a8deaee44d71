import { useComputedColorScheme } from '@mantine/core';
import { brandingAt, brandingShown, NO_BRANDING, type ShownBranding } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '../../lib/api/op-query.ts';
import { brandVariables } from './prepare-brand.ts';

/** Draws the page in a brand's colour, and as before when it is left. */
export const useBrandColour = (colour: string | null): void => {
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    if (colour === null) return;
    const { style } = document.documentElement;
    const variables = brandVariables(colour, scheme);
    for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(variables)) style.removeProperty(name);
    };
  }, [colour, scheme]);
};

export const shownBrandQuery = (ownerKey: number) => callQuery(brandingShown, { params: { owner: ownerKey } });
export const agencyBrandQuery = (address?: string) =>
  callQuery(brandingAt, { query: address === undefined ? {} : { address } });

/** The brand within an owner; the agency's where none is chosen. A failed call leaves the product's. */
export const useBrandIn = (ownerKey: number | undefined): ShownBranding => {
  const own = useQuery({ ...shownBrandQuery(ownerKey ?? 0), enabled: ownerKey !== undefined }).data;
  const agency = useQuery({ ...agencyBrandQuery(), enabled: ownerKey === undefined }).data;
  const brand = (ownerKey === undefined ? agency : own) ?? NO_BRANDING;
  useBrandColour(brand.colour);
  return brand;
};

/** The brand of a page without a session. */
export const useBrandAt = (address: string | undefined): ShownBranding => {
  const brand = useQuery(agencyBrandQuery(address)).data ?? NO_BRANDING;
  useBrandColour(brand.colour);
  return brand;
};
