import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own for what lives as long as a test, in memory where `npm test` found room for it. */
export const testFolder = (name: string): string =>
  mkdtempSync(join(process.env['DAYMARK_TEST_QUICK_DIR'] ?? tmpdir(), `${name}-`))
