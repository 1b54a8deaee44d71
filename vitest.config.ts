import { createHash } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { seed, shared } from './vitest.shared.ts';

type Files = Parameters<BaseSequencer['sort']>[0];

/** Random order within each project, one project after the other: a worker that stays with a project has its code loaded already. */
class ShuffledByProject extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    const place = ({ project, moduleId }: Files[number]): string =>
      `${project.name} ${createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')}`;
    return files.toSorted((a, b) => place(a).localeCompare(place(b)));
  }
}

export default defineConfig({
  test: {
    projects: ['contract', 'server', 'web', 'web/vitest.logic.config.ts', 'scripts/vitest.config.mjs'],
    ...(seed !== undefined && { sequence: { sequencer: ShuffledByProject, seed: Number(seed) } }),
    tags: shared.tags,
    teardownTimeout: 5 * 60_000,
    coverage: {
      provider: 'v8',
      // Relative to the folder of each project.
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/**/*.test.{ts,tsx}', 'src/testing/**', 'src/test-setup.ts', 'src/**/*.d.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
      reportsDirectory: '.cache/coverage',
    },
  },
});
