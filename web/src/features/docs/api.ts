import {
  instructionsLinkList,
  instructionsLinkMake,
  instructionsLinkShut,
  postingInstructions,
  postingInstructionsOpenApi,
  postingInstructionsPdf,
  postingInstructionsRead,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';

export const instructionsQuery = (campaignKey: number) =>
  callQuery(postingInstructions, { params: { key: campaignKey } });

/** Marks the instructions as read. If the rules changed meanwhile, the new ones are loaded and shown. */
export const useMarkRead = (campaignKey: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (version: string) =>
      callApi(postingInstructionsRead, { params: { key: campaignKey }, body: { version } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [postingInstructions.id] }),
    onError: tellFailure,
  });
};

const FILES = { pdf: postingInstructionsPdf, openapi: postingInstructionsOpenApi } as const;
export type InstructionsFile = keyof typeof FILES;

export const useInstructionsFile = (campaignKey: number) =>
  useMutation({
    mutationFn: async (format: InstructionsFile) => {
      const fallbackName = format === 'pdf' ? 'posting-instructions.pdf' : 'openapi.json';
      const file = await downloadApi(FILES[format], { params: { key: campaignKey } }, { fallbackName });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });

export const linksQuery = (campaignKey: number) => callQuery(instructionsLinkList, { params: { key: campaignKey } });

export const useLinkActions = (campaignKey: number) => {
  const queries = useQueryClient();
  const params = { key: campaignKey };
  const onSuccess = () => queries.invalidateQueries({ queryKey: [instructionsLinkList.id] });
  const make = useMutation({
    mutationFn: (body: { note: string; days: number }) => callApi(instructionsLinkMake, { params, body }),
    onSuccess,
    onError: tellFailure,
  });
  const shut = useMutation({
    mutationFn: (linkKey: number) => callApi(instructionsLinkShut, { params, body: { linkKey } }),
    onSuccess,
    onError: tellFailure,
  });
  return { make, shut };
};
