import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

const wait = '() => new Promise(done => setTimeout(done, 600))'
const limits = {
  configuration: `it('waits', ${wait})`,
  test: `it('waits', ${wait}, 200)`,
  hook: `beforeAll(${wait}, 200); it('is', () => {})`,
  file: `jest.setTimeout(200); describe('in', () => { it('waits', ${wait}) })`,
}

/** Runs a test file for each of these limits under the project's environment, on a machine said to be so slow; names what passed. */
async function passing(slowness: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-patience-'))
  for (const [name, source] of Object.entries(limits)) writeFileSync(join(folder, `${name}.test.cjs`), source)
  const config = {
    rootDir: folder,
    testEnvironment: join(root, 'tools/patient-environment.mjs'),
    testMatch: ['<rootDir>/*.test.cjs'],
    transform: {},
    testTimeout: 200,
  }
  const args = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', JSON.stringify(config)]
  const result = join(folder, 'result.json')
  const env = { ...process.env, DAYMARK_TEST_SLOWNESS: slowness }
  try {
    const jest = promisify(execFile)(process.execPath, [...args, '-i', '--json', '--outputFile', result], {
      cwd: root,
      env,
    })
    await jest.catch(() => undefined)
    const { testResults } = JSON.parse(readFileSync(result, 'utf8')) as Report
    const passed = testResults.filter(({ status }) => status === 'passed')
    return passed.map(({ name }) => basename(name, '.test.cjs')).toSorted()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
type Report = { testResults: { name: string; status: string }[] }

it('limits of time of a configuration, a test, a hook and a file follow the machine', async () => {
  expect(await passing('1')).toEqual([])
  // so slow that the limits are far beyond what a busy machine holds them up
  expect(await passing('100')).toEqual(Object.keys(limits).toSorted())
})
