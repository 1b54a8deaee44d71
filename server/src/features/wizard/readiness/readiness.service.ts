import { type LeadNeed, MAX_LACKING, type Readiness, READINESS_IDS } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type WizardDeps } from '../caller.ts';
import { listLeadNeeds, listNeeds } from './readiness.queries.ts';

/** A requirement that nothing can meet yet, such as programs without a campus, is not met. */
export const readReadiness = ({ db, clock }: WizardDeps, scope: Scope, ownerKey: number): Promise<Readiness> =>
  db.readScope(scope, async (tx) => {
    const needs = new Map((await listNeeds(tx, ownerKey, clock.now())).map((need) => [need.id, need]));
    return {
      items: READINESS_IDS.map((id) => {
        const { has = 0, lacking = [] } = needs.get(id) ?? {};
        return {
          id,
          done: has > 0 && lacking.length === 0,
          lacking: lacking.slice(0, MAX_LACKING),
          lackingCount: lacking.length,
        };
      }),
    };
  });

export const readLeadNeeds = (
  { db, clock }: WizardDeps,
  scope: Scope,
  { ownerKey, campaignKey }: { ownerKey: number; campaignKey: number },
): Promise<{ lacking: LeadNeed[] }> =>
  db.readScope(scope, async (tx) => ({ lacking: await listLeadNeeds(tx, ownerKey, campaignKey, clock.now()) }));
