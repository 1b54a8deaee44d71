/** An agency calls them owners; to a client they are the clients it signs in for. */
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
