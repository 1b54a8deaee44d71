import { defineConfig } from 'vitest/config';
import { shared } from '../vitest.shared.ts';

export default defineConfig({ test: { ...shared, name: 'scripts', isolate: false, include: ['**/*.test.mjs'] } });
