import { Button, Flex, TextInput, VisuallyHidden } from '@mantine/core';
import { type ForecastDetails, type ForecastPlan } from '@paceline/contract';
import { useState } from 'react';
import { ScrollFrame } from '../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { useScenarios } from './api.ts';
import classes from './forecast.module.css';
import { comparedText, effective, formatKpi, monthText, totalRows } from './prepare-forecast.ts';

interface WhatIfsProps {
  details: ForecastDetails;
  /** The plan on the screen, including unsaved changes. */
  plan: ForecastPlan;
  mayChange: boolean;
  onUse: (plan: ForecastPlan) => void;
}

const Compared = ({ details, mayChange, onUse }: Omit<WhatIfsProps, 'plan'>) => {
  const { kpi, scenarios, points, startMonth, totals } = details;
  const { remove } = useScenarios(details.ownerKey, details.lineItem);
  return (
    <ScrollFrame label="What-ifs compared">
      <table className={classes.compared}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Forecast</th>
            {scenarios.map(({ scenarioKey, name }) => (
              <th key={scenarioKey} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points
            .filter(({ month }) => month >= startMonth)
            .map((point) => (
              <tr key={point.month}>
                <th scope="row">{monthText(point.month)}</th>
                <td>{formatKpi(kpi, effective(point))}</td>
                {scenarios.map((one) => (
                  <td key={one.scenarioKey}>
                    {comparedText(
                      kpi,
                      effective(point),
                      one.points.find(({ month }) => month === point.month)?.forecast ?? null,
                    )}
                  </td>
                ))}
              </tr>
            ))}
          {totalRows(totals, scenarios).map(({ label, base, others }) => (
            <tr key={label} className={classes.total}>
              <th scope="row">{label}, all months</th>
              <td>{base}</td>
              {others.map((text, index) => (
                <td key={scenarios[index]?.scenarioKey}>{text}</td>
              ))}
            </tr>
          ))}
          {mayChange && (
            <tr>
              <th scope="row" colSpan={2}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
              {scenarios.map((one) => (
                <td key={one.scenarioKey}>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Use the plan of ${one.name}`}
                    onClick={() => onUse(one.plan)}
                  >
                    Use this plan
                  </Button>{' '}
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${one.name}`}
                    onClick={() => remove.mutate(one.scenarioKey)}
                  >
                    Remove
                  </Button>
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </ScrollFrame>
  );
};

/** What-if plans beside the forecast, each a column with its difference. */
export const WhatIfs = ({ details, plan, mayChange, onUse }: WhatIfsProps) => {
  const [name, setName] = useState('');
  const { save } = useScenarios(details.ownerKey, details.lineItem);
  return (
    <SectionCard
      title="What if"
      note="Enter planned spend, prices or rates above and keep them here instead of saving. What-ifs ignore overrides."
    >
      {details.scenarios.length > 0 && <Compared details={details} mayChange={mayChange} onUse={onUse} />}
      {mayChange && (
        <Flex
          component="form"
          gap={8}
          align="center"
          wrap="wrap"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') save.mutate({ name: name.trim(), plan }, { onSuccess: () => setName('') });
          }}
        >
          <TextInput
            size="xs"
            aria-label="Name of the what-if"
            placeholder="20 % more spend"
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default" loading={save.isPending} disabled={name.trim() === ''}>
            Keep as what-if
          </Button>
        </Flex>
      )}
    </SectionCard>
  );
};
