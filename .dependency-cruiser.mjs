import { law } from './scripts/law/index.mjs';

/** The import law. Its rules, with what each one prevents, stand in scripts/law/. */
export default {
  forbidden: law.map(({ breach: _, ...rule }) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Anchored: most packages keep their code in a folder named dist, and what is excluded breaks no rule.
    exclude: { path: '^[^/]+/(dist|test-results|playwright-report)/' },
    // Imports of types are imports: a cycle or a breach made of types is one.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      // No ending is ever guessed, as node guesses none.
      extensions: ['.d.ts'],
    },
  },
};
