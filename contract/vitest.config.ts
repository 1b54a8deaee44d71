import { defineConfig } from 'vitest/config';
import { shared } from '../vitest.shared.ts';

export default defineConfig({ test: { ...shared, name: 'contract', isolate: false, include: ['src/**/*.test.ts'] } });
