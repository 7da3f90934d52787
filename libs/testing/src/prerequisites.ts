import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../../../tools/programs/program-path.mjs'

const root = process.env['DAYMARK_FIXTURES'] ?? join(import.meta.dirname, '../../../../shared/fixtures')

/** Real photos of third parties are not part of the repository; tests that need them are skipped with a message if they are missing. */
export const haveFixtures = existsSync(join(root, 'INDEX.md'))
export const fixture = (path: string): string => join(root, path)
export const readFixture = (path: string): Buffer => readFileSync(fixture(path))

/** `describe` for tests with real photos. */
export function withFixtures(title: string, tests: () => void): void {
  if (haveFixtures) describe(title, tests)
  else {
    console.warn(`skipped, no fixtures in ${root}: ${title}`)
    describe.skip(title, tests)
  }
}

/** Whether an external program (nats-server, chromium, dcraw_emu) is installed. */
export const hasProgram = (command: string): boolean => programPath(command) !== undefined

/** `describe` if the program is installed; otherwise the tests are skipped, and `npm test` reports why. */
export const describeWith = (command: string): jest.Describe => (hasProgram(command) ? describe : describe.skip)
