import web from './jest.config.mjs'

/** Tests of functions: without a document a file starts in a fifth of the time. */
export default {
  ...web,
  displayName: 'web units',
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  testEnvironment: 'node',
  setupFilesAfterEnv: [],
}
