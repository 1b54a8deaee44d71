/** Brands, clients, models and campuses of the six owners. Invented, in real cities. */

/** Selects the rates, prices and lags of a client's inquiries. */
export type Segment = 'career' | 'online' | 'graduate' | 'home';

export interface ModelPlan {
  name: string;
  /** Cities of its campuses; a name in parentheses is a virtual campus. */
  campuses: readonly string[];
  /** Names in the catalogue of programs. */
  catalogue: string;
  /** Number of programs from the catalogue at each campus. */
  offers: number;
}

export interface ClientPlan {
  name: string;
  code: string;
  segment: Segment;
  models: readonly ModelPlan[];
}

export interface BrandPlan {
  name: string;
  clients: readonly ClientPlan[];
}

const HARTWELL: readonly BrandPlan[] = [
  {
    name: 'Hartwell Technical Institute',
    clients: [
      {
        name: 'Hartwell Midwest',
        code: 'HTI-MW',
        segment: 'career',
        models: [
          {
            name: 'Midwest Ground',
            campuses: ['Chicago', 'Indianapolis', 'Milwaukee', 'St. Louis', 'Kansas City'],
            catalogue: 'trades',
            offers: 6,
          },
          { name: 'Midwest Hybrid', campuses: ['Dearborn'], catalogue: 'trades', offers: 6 },
        ],
      },
      {
        name: 'Hartwell Northeast',
        code: 'HTI-NE',
        segment: 'career',
        models: [
          {
            name: 'Northeast Ground',
            campuses: ['Pittsburgh', 'Philadelphia', 'Buffalo', 'Hartford'],
            catalogue: 'trades',
            offers: 6,
          },
        ],
      },
    ],
  },
  {
    name: 'Hartwell Automotive',
    clients: [
      {
        name: 'Hartwell Automotive Ohio',
        code: 'HTI-AU',
        segment: 'career',
        models: [
          { name: 'Automotive Ground', campuses: ['Columbus', 'Cleveland'], catalogue: 'automotive', offers: 6 },
        ],
      },
    ],
  },
];

const CRESTVIEW: readonly BrandPlan[] = [
  {
    name: 'Crestview University',
    clients: [
      {
        name: 'Crestview Undergraduate',
        code: 'CVU-UG',
        segment: 'online',
        models: [
          {
            name: 'Undergraduate Online',
            campuses: ['(Online Undergraduate)'],
            catalogue: 'undergraduate',
            offers: 12,
          },
          {
            name: 'Undergraduate Hybrid',
            campuses: ['Charlotte', 'Tampa', 'Atlanta', 'Richmond'],
            catalogue: 'undergraduate',
            offers: 3,
          },
        ],
      },
      {
        name: 'Crestview Military and Extension',
        code: 'CVU-ME',
        segment: 'online',
        models: [{ name: 'Military Online', campuses: ['(Online Extension)'], catalogue: 'undergraduate', offers: 12 }],
      },
    ],
  },
  {
    name: 'Crestview Graduate School',
    clients: [
      {
        name: 'Crestview Graduate',
        code: 'CVU-GR',
        segment: 'graduate',
        models: [{ name: 'Graduate Online', campuses: ['(Online Graduate)'], catalogue: 'graduate', offers: 12 }],
      },
    ],
  },
];

const LAKESHORE: readonly BrandPlan[] = [
  {
    name: 'Lakeshore College of Health',
    clients: [
      {
        name: 'Lakeshore Nursing',
        code: 'LCH-NU',
        segment: 'career',
        models: [
          { name: 'Nursing Ground', campuses: ['Grand Rapids', 'Madison'], catalogue: 'nursing', offers: 6 },
          { name: 'Nursing Hybrid', campuses: ['Green Bay'], catalogue: 'nursing', offers: 6 },
        ],
      },
      {
        name: 'Lakeshore Allied Health',
        code: 'LCH-AH',
        segment: 'career',
        models: [{ name: 'Allied Health Ground', campuses: ['Rockford', 'Duluth'], catalogue: 'health', offers: 6 }],
      },
    ],
  },
];

const ST_BRENDAN: readonly BrandPlan[] = [
  {
    name: 'St. Brendan University',
    clients: [
      {
        name: 'School of Business and Leadership',
        code: 'SBU-BL',
        segment: 'graduate',
        models: [
          {
            name: 'Business Ground',
            campuses: ['Boston', 'Worcester', 'Providence'],
            catalogue: 'business',
            offers: 5,
          },
        ],
      },
      {
        name: 'School of Education and Social Work',
        code: 'SBU-ES',
        segment: 'graduate',
        models: [{ name: 'Education Online', campuses: ['(Online Graduate)'], catalogue: 'social', offers: 5 }],
      },
    ],
  },
];

const APEX: readonly BrandPlan[] = [
  {
    name: 'Apex Coding Academy',
    clients: [
      {
        name: 'Apex Bootcamps',
        code: 'APX-BC',
        segment: 'online',
        models: [
          { name: 'Bootcamp Ground', campuses: ['San Francisco', 'Seattle'], catalogue: 'coding', offers: 3 },
          { name: 'Bootcamp Online', campuses: ['(Live Online)'], catalogue: 'coding', offers: 4 },
        ],
      },
    ],
  },
];

const HOMERIGHT: readonly BrandPlan[] = [
  {
    name: 'HomeRight Remodeling',
    clients: [
      {
        name: 'HomeRight Front Range',
        code: 'HRR-FR',
        segment: 'home',
        models: [
          {
            name: 'Front Range Branches',
            campuses: ['Denver', 'Colorado Springs', 'Fort Collins'],
            catalogue: 'home',
            offers: 3,
          },
        ],
      },
      {
        name: 'HomeRight Mountain',
        code: 'HRR-MT',
        segment: 'home',
        models: [
          {
            name: 'Mountain Branches',
            campuses: ['Salt Lake City', 'Boise', 'Cheyenne', 'Billings'],
            catalogue: 'home',
            offers: 3,
          },
        ],
      },
    ],
  },
  {
    name: 'HomeRight Desert',
    clients: [
      {
        name: 'HomeRight Southwest',
        code: 'HRR-SW',
        segment: 'home',
        models: [
          {
            name: 'Southwest Branches',
            campuses: ['Albuquerque', 'Phoenix', 'Las Vegas'],
            catalogue: 'home',
            offers: 3,
          },
        ],
      },
    ],
  },
];

/** In owner order. */
export const STRUCTURES: readonly (readonly BrandPlan[])[] = [
  HARTWELL,
  CRESTVIEW,
  LAKESHORE,
  ST_BRENDAN,
  APEX,
  HOMERIGHT,
];
