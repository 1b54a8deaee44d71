import { type RolePresetName } from '@paceline/contract';
import { type DemoUser } from './people.ts';

/** Other users: not printed at start, but they appear in lists and can sign in. Invented. */
const NAMES = `
Marcus Ellery|Nadia Farrow|Owen Castellan|Priya Venkat|Quentin Abara|Rosa Delacroix|Sven Halloran|Tessa Okafor|Umar Siddiqi
Vera Lindholm|Wes Carrington|Ximena Prado|Yusuf Demir|Zoe Ashcroft|Adrian Kowal|Bianca Ferro|Caleb Whitmore|Delia Novak
Emre Yildiz|Fiona Garrity|Gideon Marsh|Helena Voss|Ivan Petrescu|Joelle Martin|Kamal Haddad|Lucia Bernal|Miles Thornbury
Noor Rahimi|Oscar Lindgren|Paula Sandoval|Rhys Calloway|Selma Aydin|Tobias Renner|Una Gallagher`
  .trim()
  .split(/[|\n]/);

const OWNERS = {
  trade: 'Hartwell Technical Institute',
  online: 'Crestview University Online',
  health: 'Lakeshore College of Health',
  graduate: 'St. Brendan University',
  coding: 'Apex Coding Academy',
  home: 'HomeRight Remodeling',
};

interface Post {
  role: RolePresetName;
  owners: 'all' | readonly string[];
  partner?: string;
}

const agency = (role: RolePresetName, owners: Post['owners'] = 'all'): Post => ({ role, owners });
const client = (role: RolePresetName, ...owners: string[]): Post => ({ role, owners });
const partner = (name: string, ...owners: string[]): Post[] => [
  { role: 'partnerAdmin', owners, partner: name },
  { role: 'partnerViewer', owners, partner: name },
];

const POSTS: readonly Post[] = [
  agency('agencyAdmin'),
  agency('accountManager', [OWNERS.trade, OWNERS.health]),
  agency('accountManager', [OWNERS.online]),
  agency('accountManager', [OWNERS.graduate, OWNERS.coding, OWNERS.home]),
  agency('mediaBuyer'),
  agency('mediaBuyer', [OWNERS.trade, OWNERS.online]),
  agency('mediaBuyer', [OWNERS.health, OWNERS.home]),
  agency('analyst'),
  agency('analyst', [OWNERS.online]),
  agency('leadDesk'),
  agency('leadDesk', [OWNERS.trade]),
  client('clientAdmin', OWNERS.online),
  client('clientViewer', OWNERS.online),
  client('clientAdmin', OWNERS.health),
  client('clientViewer', OWNERS.health),
  client('clientAdmin', OWNERS.graduate),
  client('clientViewer', OWNERS.graduate),
  client('clientAdmin', OWNERS.home),
  client('clientViewer', OWNERS.home),
  client('clientViewer', OWNERS.coding),
  ...partner('EduReach Network', OWNERS.trade, OWNERS.online, OWNERS.health, OWNERS.coding),
  ...partner('Campus Compass', OWNERS.trade, OWNERS.online, OWNERS.graduate),
  ...partner('DegreeFinder Pro', OWNERS.online, OWNERS.graduate, OWNERS.health),
  ...partner('SkillBridge Leads', OWNERS.trade, OWNERS.coding, OWNERS.home),
  ...partner('NextStep Inquiries', OWNERS.trade, OWNERS.online, OWNERS.home),
  ...partner('Harbor Performance', OWNERS.online, OWNERS.health, OWNERS.home),
  ...partner('Clarion Call Center', OWNERS.trade, OWNERS.online, OWNERS.health),
];

export const STAFF: readonly DemoUser[] = POSTS.map((post, index) => {
  const [firstName = '', lastName = ''] = NAMES[index]!.split(' ');
  return { ...post, firstName, lastName, userName: `${firstName}.${lastName}`.toLowerCase(), shows: '' };
});

/** Locked after wrong passwords until a new one is set. */
export const LOCKED_USER = STAFF[10]!.userName;
