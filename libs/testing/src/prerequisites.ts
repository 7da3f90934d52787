import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../../../tools/programs/program-path.mjs'

const fixturesFolder = process.env['DAYMARK_FIXTURES'] ?? join(import.meta.dirname, '../../../../shared/fixtures')

/**
 * Whether the fixtures are installed. They are photos of third parties and not part of the repository. Tests that need them are skipped
 * with a message if they are missing.
 */
export const hasFixtures = existsSync(join(fixturesFolder, 'INDEX.md'))
export const fixture = (path: string): string => join(fixturesFolder, path)
export const readFixture = (path: string): Buffer => readFileSync(fixture(path))

/** `describe` for tests that need the fixtures. Without fixtures the tests are skipped. */
export function withFixtures(title: string, tests: () => void): void {
  if (hasFixtures) describe(title, tests)
  else {
    console.warn(`skipped, no fixtures in ${fixturesFolder}: ${title}`)
    describe.skip(title, tests)
  }
}

/** Whether an external program (nats-server, chromium, dcraw_emu) is installed. */
export const hasProgram = (command: string): boolean => programPath(command) !== undefined

/** Returns `describe` if the program is installed, else `describe.skip`; `npm test` prints the reason. */
export const describeWith = (command: string): jest.Describe => (hasProgram(command) ? describe : describe.skip)
