import { Box, Flex, Group } from '@mantine/core';
import { type IoAnswerForm, ioLinkAnswer, ioMonth, ioTitle, NO_BRANDING } from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { callApi } from '../../lib/api/api.ts';
import { formatInstant } from '../../lib/text/format.ts';
import { useBrandColour } from '../../shared/branding/use-brand.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { BrandLogo } from '../../ui/marks/brand-logo.tsx';
import { Columns } from '../../ui/pieces/columns.tsx';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useFrameGone } from '../../ui/theme/use-frame-gone.ts';
import { Answered, AnswerPanel } from './answer-panel.tsx';
import { linkQuery, useLinkFile } from './api.ts';
import { FileButtons } from './order-page.tsx';
import { OrderPaper } from './order-paper.tsx';
import classes from './orders.module.css';
import { SignaturesCard } from './signatures-card.tsx';
import { signedLink } from './signed-link.ts';

const THANKS = {
  ACCEPTED: 'Accepted. You get the signed copy by email.',
  CHANGE_REQUESTED: 'Your request is sent.',
  DECLINED: 'Declined. The agency sees your reason.',
} as const;

/** The order of a mailed link, for recipients without an account: month, total, changes, lines, and the answer. */
export const SignedOrderPage = () => {
  useFrameGone();
  const [link] = useState(() => signedLink.read());
  const token = link?.token ?? '';
  const queries = useQueryClient();
  const order = linkQuery(token);
  const { data, error } = useQuery(order);
  const brand = data?.brand ?? NO_BRANDING;
  useBrandColour(brand.colour);
  const file = useLinkFile(token);
  const answer = useMutation({
    mutationFn: (form: IoAnswerForm) => callApi(ioLinkAnswer, { body: { token, ...form } }),
    onSuccess: (answered, form) => {
      if (answered) queries.setQueryData(order.queryKey, answered);
      toast.success(THANKS[form.answer]);
    },
    onError: (failure) => {
      tellFailure(failure);
      void queries.invalidateQueries({ queryKey: order.queryKey });
    },
  });
  return (
    <Box mx="auto" p={16} maw={1160}>
      <Flex component="header" justify="space-between" align="center" mb={16}>
        <span className={classes.brand}>
          <BrandLogo brand={brand} size={26} nameClass={brand.logo === null ? undefined : classes.brandName} />
        </span>
        <ThemeSwitch />
      </Flex>
      <main>
        {error ? (
          <PageHead
            title="This link cannot be used"
            description={error instanceof ApiError ? error.message : 'Something went wrong. Try again.'}
          />
        ) : data === undefined ? (
          <>
            <PageHead title="Insertion order" />
            <LoadingSkeleton label="Loading the order" lines={8} />
          </>
        ) : (
          <>
            <PageHead
              title={`Insertion order, ${ioMonth(data.order.month)}`}
              description={`${ioTitle(data.order)}, for ${data.contactName}. This link works until ${formatInstant(data.expiresAt, data.order.timeZone)}.`}
              action={
                <Group gap={8}>
                  <FileButtons isPending={file.isPending} onFile={file.mutate} />
                </Group>
              }
            />
            <Columns of="minmax(0, 1fr) 340px" gap={16} align="start">
              <OrderPaper order={data.order} />
              <Flex component="aside" direction="column" gap={16} miw={0} aria-label="Answer">
                {data.order.canAnswer ? (
                  <AnswerPanel
                    order={data.order}
                    first={link?.answer ?? null}
                    isPending={answer.isPending}
                    onAnswer={answer.mutate}
                  />
                ) : (
                  <Answered order={data.order} />
                )}
                <SignaturesCard order={data.order} />
              </Flex>
            </Columns>
          </>
        )}
      </main>
    </Box>
  );
};
