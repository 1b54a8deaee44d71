export interface RouteHead {
  title: string;
  /** The breadcrumb from the outermost level: a label, with a path if it is a link. */
  trail: readonly (string | readonly [label: string, path: string])[];
  description?: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's head, drawn by the frame. A record's page draws its own, since only it knows the record's name. */
    head?: RouteHead;
    /** An owner's page that opens before an owner is chosen. A string names a route parameter: only addresses that have it open so. */
    ownerless?: boolean | string;
  }
}
