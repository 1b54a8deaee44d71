/** Every hash route there is. The router is built from this table, and links are typed by it. */
export const PATHS = {
  signIn: '/',
  owners: '/s/owners',
} as const;

export type PathName = keyof typeof PATHS;
export type Path = (typeof PATHS)[PathName];

/** For the places that need a plain link: outside the router, and in tests. */
export const hrefOf = (path: Path): string => `#${path}`;

/** Where someone goes after signing in. The areas of the other two groups are not built yet: all start at their owners. */
export const homePath = (): Path => PATHS.owners;
