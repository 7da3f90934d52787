import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { slowness } from './tools/slowness.mjs'

// TypeScript is read as it is, here and in what the browser tests start.
if (!process.features.typescript) throw new Error('Tests run on the Node of the project: node_modules/.bin/node')

// Workers inherit it; `npm test` measures once for all of its runs.
process.env.DAYMARK_TEST_SLOWNESS ??= String(await slowness())

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
    sourceMaps: 'inline',
  },
]

const node = {
  testEnvironment: join(import.meta.dirname, 'tools/patient-environment.mjs'),
  testEnvironmentOptions: { customExportConditions: ['daymark-src', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  // Bound to the project: a clone below a folder named data or dist has tests too.
  watchPathIgnorePatterns: ['<rootDir>/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
}

/** Folders of tests/ without tests of their own: what tests share, and the load of `npm run bench`. */
const without = ['load', 'support']
/** Product and browser are started once per worker, not once per file. */
const stages = {
  globalSetup: '<rootDir>/support/stages/setup.mjs',
  globalTeardown: '<rootDir>/support/stages/teardown.mjs',
}

/** One project per area; `npm test -- library` runs every test whose path says `library`. */
const areas = [...readdirSync('libs').map(x => `libs/${x}`), ...readdirSync('apps').map(x => `apps/${x}`)].filter(
  x => x !== 'apps/web' && existsSync(`${x}/package.json`),
)

export default {
  testTimeout: 30_000, // of a quiet machine, with two workers and a browser on it
  testSequencer: './tools/runner/slowest-first.mjs',
  projects: [
    ...areas.map(dir => ({
      ...node,
      displayName: dir.split('/')[1],
      rootDir: dir,
      testMatch: ['<rootDir>/**/*.test.ts'],
    })),
    ...(existsSync('apps/web/jest.config.mjs') ? ['<rootDir>/apps/web'] : []),
    ...readdirSync('tests')
      .filter(x => !without.includes(x))
      .map(x => ({
        ...node,
        displayName: x,
        rootDir: `tests/${x}`,
        testMatch: ['<rootDir>/**/*.test.ts'],
        ...(x === 'e2e' && stages),
      })),
  ],
}
