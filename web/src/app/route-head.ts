export interface RouteHead {
  title: string;
  /** What stands above the page, from the outside in: a label, and the path where it leads somewhere. */
  trail: readonly (string | readonly [label: string, path: string])[];
  description?: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's head, which the frame draws. The page of a record draws its own: only it knows the record's name. */
    head?: RouteHead;
    /** A page of an owner that opens before one is chosen; a parameter: where that names a record. */
    ownerless?: boolean | string;
  }
}

export const headed = (title: string, trail: RouteHead['trail'] = [], description?: string) => ({
  staticData: { head: { title, trail, ...(description !== undefined && { description }) } },
});

/** The same of a page that opens before an owner is chosen. */
export const ownerless = ({ staticData }: ReturnType<typeof headed>) => ({
  staticData: { ...staticData, ownerless: true },
});
