import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** Runs a test file of its own under the project's environment, on a machine said to be so slow; answers whether it passed. */
async function passes(source: string, slowness: string): Promise<boolean> {
  const folder = mkdtempSync(join(import.meta.dirname, 'patience-'))
  writeFileSync(join(folder, 'one.test.cjs'), source)
  const config = {
    rootDir: folder,
    testEnvironment: join(root, 'tools/patient-environment.mjs'),
    testMatch: ['<rootDir>/*.test.cjs'],
    transform: {},
    testTimeout: 200,
  }
  const args = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', JSON.stringify(config)]
  const env = { ...process.env, DAYMARK_TEST_SLOWNESS: slowness }
  try {
    return await promisify(execFile)(process.execPath, args, { cwd: root, env }).then(
      () => true,
      () => false,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const wait = '() => new Promise(done => setTimeout(done, 600))'

describe('limits of time follow the machine', () => {
  it.each([
    ['of the configuration', `it('waits', ${wait})`],
    ['of a test', `it('waits', ${wait}, 200)`],
    ['of a hook', `beforeAll(${wait}, 200); it('is', () => {})`],
    ['of a file', `jest.setTimeout(200); describe('in', () => { it('waits', ${wait}) })`],
  ])('%s', async (_, source) => {
    expect(await passes(source, '1')).toBe(false)
    expect(await passes(source, '8')).toBe(true)
  })
})
