/** The agency calls them owners; client users see them as the clients they sign in for. */
export interface OwnerWords {
  one: string;
  many: string;
  title: string;
  choose: string;
}

export const WORDS = {
  ag: { one: 'owner', many: 'owners', title: 'Owners', choose: 'Choose an owner' },
  cl: { one: 'client', many: 'clients', title: 'Clients', choose: 'Choose a client' },
} as const satisfies Record<string, OwnerWords>;
