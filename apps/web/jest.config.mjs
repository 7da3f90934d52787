import { fileURLToPath } from 'node:url'

const swc = [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
    sourceMaps: true,
  },
]

export default {
  displayName: 'web',
  rootDir: import.meta.dirname,
  testMatch: ['<rootDir>/src/**/*.test.tsx'],
  testEnvironment: '<rootDir>/test/environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['daymark-src', 'browser'], url: 'http://localhost/' },
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    // one file instead of one per icon, of which every test file would read 1,600
    '^lucide-react$': fileURLToPath(import.meta.resolve('lucide-react/dist/cjs/lucide-react.js')),
    '\\.css$': '<rootDir>/test/css-module.mjs',
    '\\.(webp|avif|svg)$': '<rootDir>/test/asset.mjs',
    '^virtual:(endpoints|samples)$': '<rootDir>/test/made/$1.ts',
  },
  transform: { '^.+\\.tsx?$': swc },
  modulePathIgnorePatterns: ['/dist/'],
}
