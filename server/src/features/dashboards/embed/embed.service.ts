import {
  type analyticsToken,
  type CallInput,
  EMBED,
  type EmbeddedAnswer,
  type EmbeddedReport,
  type EmbedOrigins,
  FIRST_ATTRIBUTES,
  isReportName,
  reportOf,
  type ReportName,
  type WidgetBody,
  type WidgetId,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type EmbedRequest, type OpenEmbedded } from '../../../http/docs/embed-route.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { randomToken, sha256 } from '../../../lib/secrets/tokens.ts';
import { audit } from '../../../shared/audit.ts';
import { getShownBranding } from '../../../shared/branding.ts';
import { findOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { type DashboardDeps, getWidget } from '../dashboards.service.ts';
import { findOrigins, findOwnerByName, insertAnalyticsToken, saveOrigins } from './embed.queries.ts';

const MINUTE_MS = 60_000;

type AnalyticsTokenBody = CallInput<typeof analyticsToken>['body'];

interface Caller {
  scope: Scope;
  session: Session;
  origin: Origin;
}

/** A token for the signed-in user, of the named owner where there is one. It opens one report, once. */
export const makeAnalyticsToken = (
  { db, clock }: DashboardDeps,
  { scope, session, origin }: Caller,
  body: AnalyticsTokenBody,
) =>
  db.withScope(scope, async (tx) => {
    const { sessionKey, userKey } = session;
    if (sessionKey === null) throw new AppError('FORBIDDEN');
    const at = clock.now();
    const expiresAt = new Date(at.getTime() + EMBED.tokenMinutes * MINUTE_MS);
    const onlyOwner = 'ownerName' in body ? await findOwnerByName(tx, body.ownerName) : null;
    if ('ownerName' in body && onlyOwner === null) throw new AppError('NOT_FOUND');
    const token = randomToken();
    await insertAnalyticsToken(tx, { hash: sha256(token), sessionKey, onlyOwner, at, expiresAt });
    await audit(tx, scope, origin, at, { action: 'analyticsTokenMade', entity: 'user', entityKey: userKey });
    return { token, mode: 'native' as const, expiresAt: expiresAt.toISOString() };
  });

export const getOrigins = ({ db }: DashboardDeps, { scope }: Caller, ownerKey: number): Promise<EmbedOrigins> =>
  db.readScope(scope, (tx) => findOrigins(tx, ownerKey));

export const changeOrigins = (
  { db, clock }: DashboardDeps,
  { scope, session, origin }: Caller,
  ownerKey: number,
  form: EmbedOrigins,
): Promise<EmbedOrigins> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const before = await findOrigins(tx, ownerKey);
    if (!(await saveOrigins(tx, { ownerKey, userKey: session.userKey, at }, form))) {
      const { origins } = await findOrigins(tx, ownerKey);
      throw new AppError('STALE_ROW', {
        message: 'Somebody else changed the sites. Nothing of yours is saved.',
        errors: [
          {
            field: 'origins',
            code: 'conflict',
            message: `Saved are “${origins.join(', ')}”; yours are “${form.origins.join(', ')}”.`,
          },
        ],
      });
    }
    await audit(tx, scope, origin, at, {
      action: 'embedOriginsSaved',
      ownerKey,
      entity: 'embed_setting',
      entityKey: ownerKey,
      before: { origins: before.origins },
      after: { origins: form.origins },
    });
    return findOrigins(tx, ownerKey);
  });

interface Asked {
  slot: string;
  widget: WidgetId;
  body: WidgetBody;
}

/** The questions of the report's page; for two attributes also the totals of each. */
const askedOf = (parts: readonly { widget: WidgetId }[], ownerKey: number): Asked[] =>
  parts.flatMap(({ widget }): Asked[] => {
    const [first, second] = FIRST_ATTRIBUTES;
    if (widget === 'attributeTable') return [{ slot: widget, widget, body: { ownerKey, attributes: [first] } }];
    if (widget !== 'attributePivot') return [{ slot: widget, widget, body: { ownerKey } }];
    return [
      { slot: widget, widget, body: { ownerKey, attributes: [first, second] } },
      { slot: 'pivot rows', widget: 'attributeTable', body: { ownerKey, attributes: [first] } },
      { slot: 'pivot columns', widget: 'attributeTable', body: { ownerKey, attributes: [second] } },
    ];
  });

/** A report of the catalogue for an iframe, limited to the viewer's own rows and rights, as on its page. */
export const createOpenEmbedded =
  (deps: DashboardDeps): OpenEmbedded =>
  async ({ session, scope, ownerKey, report: name, origin }: EmbedRequest) => {
    if (!session.permissions.has('reports:View') || !isReportName(name)) return null;
    const { db, clock } = deps;
    const { owner, brand } = await db.readScope(scope, async (tx) => ({
      owner: await findOwnerVariant(tx, ownerKey),
      brand: await getShownBranding(tx, ownerKey),
    }));
    if (owner === null) return null;
    const report = reportOf(name satisfies ReportName, session.group, owner.variant);
    if (report === null) return null;
    const viewer = { scope, group: session.group, permissions: session.permissions };
    const answers: EmbeddedAnswer[] = [];
    for (const { slot, widget, body } of askedOf(report.parts, ownerKey))
      answers.push({ slot, widget, body, answer: await getWidget(deps, viewer, widget, body, {}) });
    const { origins } = await db.withScope(scope, async (tx) => {
      await audit(tx, scope, origin, clock.now(), {
        action: 'reportEmbedded',
        ownerKey,
        entity: 'report',
        entityKey: name,
      });
      return findOrigins(tx, ownerKey);
    });
    const { name: ownerName, variant } = owner;
    const embedded: EmbeddedReport = { name, report, ownerName, variant, group: session.group, brand, answers };
    return { report: embedded, origins };
  };
