import { join } from 'node:path'

// TypeScript is read as it is, here and in what the browser tests start.
if (!process.features.typescript) throw new Error('Tests run on the Node of the project: node_modules/.bin/node')

// swc emits the decorator metadata that Nest and TypeORM read; ts-jest and esbuild do not work with TypeScript 7 here.
const swc = jsx => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true, tsx: jsx },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: true,
  },
]

const node = {
  rootDir: import.meta.dirname,
  roots: ['libs', 'apps', 'tests'].map(folder => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['daymark-src', 'node', 'node-addons'] },
  setupFilesAfterEnv: [join(import.meta.dirname, 'tools/runner/equal-bytes.mjs')],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  // Bound to the project: a clone below a folder named data or dist has tests too.
  watchPathIgnorePatterns: ['<rootDir>/(libs|apps)/[^/]+/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/(libs|apps)/[^/]+/dist/'],
}

/** Of tests/, without tests of their own: what tests share, and the load of `npm run bench`. */
const without = ['<rootDir>/tests/(load|support)/']
/** Product hosts and browsers are started once per worker, not once per file. */
const workers = {
  globalSetup: '<rootDir>/tests/support/workers.mjs',
  globalTeardown: '<rootDir>/tests/support/workers-stop.mjs',
}

/** What is transformed is kept per project: few of them, as all tests of servers load the same files. */
export default {
  // A test fails by its conditions (pollUntil, two minutes); this limit only ends one that hangs.
  testTimeout: 300_000,
  // Modules of a file stay with its worker; the collector takes seconds once they are thousands.
  workerIdleMemoryLimit: '800MB',
  projects: [
    {
      ...node,
      ...workers,
      displayName: 'server',
      testMatch: ['<rootDir>/**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/apps/web/', ...without],
    },
    '<rootDir>/apps/web',
    '<rootDir>/apps/web/jest.units.config.mjs',
  ],
}
