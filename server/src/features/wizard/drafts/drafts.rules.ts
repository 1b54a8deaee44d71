import { type DraftBody, type FieldError } from '@paceline/contract';

/** The contents of a part of a draft, in words. */
const auditFields = {
  ownerName: ({ owner }: DraftBody) => owner.ownerName,
  description: ({ owner }: DraftBody) => owner.description,
  verticalKey: ({ owner }: DraftBody) => String(owner.verticalKey ?? ''),
  timeZone: ({ owner }: DraftBody) => owner.timeZone,
  dedupPeriodInDays: ({ owner }: DraftBody) => owner.dedupPeriodInDays,
  brands: ({ brands }: DraftBody) => brands.map(({ brandName }) => brandName).join(', '),
  dedupConfigKey: ({ dedupConfigKey }: DraftBody) => String(dedupConfigKey),
  clients: ({ clients }: DraftBody) => clients.map(({ clientName }) => clientName).join(', '),
  education: ({ education }: DraftBody) => education,
  campuses: ({ campuses }: DraftBody) => campuses.map(({ campusName }) => campusName).join(', '),
  partners: ({ partners }: DraftBody) => `${partners.length} partners`,
  vendors: ({ vendors }: DraftBody) => vendors.map(({ accountName }) => accountName).join(', '),
} as const;

const OF_OWNER: readonly string[] = ['ownerName', 'description', 'verticalKey', 'timeZone', 'dedupPeriodInDays'];

const partOf = (body: DraftBody, name: string): unknown =>
  OF_OWNER.includes(name) ? body.owner[name as keyof DraftBody['owner']] : body[name as keyof DraftBody];

/** The differences between the saved and the sent draft, with both values. */
export const draftConflicts = (saved: DraftBody, yours: DraftBody): FieldError[] =>
  Object.entries(auditFields).flatMap(([name, tell]) =>
    JSON.stringify(partOf(saved, name)) === JSON.stringify(partOf(yours, name))
      ? []
      : [
          {
            field: OF_OWNER.includes(name) ? `owner.${name}` : name,
            code: 'conflict',
            message: `Saved is ${tell(saved) || 'nothing'}; yours is ${tell(yours) || 'nothing'}.`,
          },
        ],
  );
