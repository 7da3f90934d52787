import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.env['DAYMARK_FIXTURES'] ?? join(import.meta.dirname, '../../../../shared/fixtures')

/** Real photos nobody here made lie beside the project, not in it; tests that need them skip with a clear line when they are absent. */
export const haveFixtures = existsSync(join(root, 'INDEX.md'))
export const fixture = (path: string): string => join(root, path)
export const readFixture = (path: string): Buffer => readFileSync(fixture(path))

/** `describe` for tests on real photos. */
export function withFixtures(title: string, tests: () => void): void {
  if (haveFixtures) describe(title, tests)
  else {
    console.warn(`skipped, no fixtures in ${root}: ${title}`)
    describe.skip(title, tests)
  }
}
