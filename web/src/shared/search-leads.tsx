import { Button } from '@mantine/core';
import { hrefOf, PATHS } from '../lib/address/paths.ts';

/** Link to the lead search for clients, whose menu has no entry for it. */
export const SearchLeads = () => (
  <Button component="a" variant="default" href={hrefOf(PATHS.leads)}>
    Search leads
  </Button>
);
