import { law } from './scripts/law/index.mjs';

/** The import law. Its rules and their reasons are in scripts/law/. */
export default {
  forbidden: law.map(({ breach: _, ...rule }) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // Anchored, because most packages keep their code in a folder named dist, and excluded files are not checked.
    exclude: { path: '^[^/]+/(dist|test-results|playwright-report)/' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      // No file extension is added, as in Node.
      extensions: ['.d.ts'],
    },
  },
};
