import { Button } from '@mantine/core';
import { hrefOf, PATHS } from '../lib/address/paths.ts';

/** The way to the search of leads for a client, whose menu has no entry of it. */
export const SearchLeads = () => (
  <Button component="a" variant="default" href={hrefOf(PATHS.leads)}>
    Search leads
  </Button>
);
