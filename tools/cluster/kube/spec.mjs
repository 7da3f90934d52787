import { gatewayUrl, kubectl, RELEASE, readSecret, runProgram } from './cluster.mjs'
import { findNode24 } from '../../../deploy/local/install.mjs'

/**
 * Files of tests/spec that can run against a cluster: they use only HTTP and default settings, and do not expect that a change is visible
 * on every gateway at once.
 */
const SPEC_FILES = [
  'albums',
  'media',
  'photos/known-images',
  'photos/tags',
  'photos/visitor-files',
  'sharing/comments',
  'sharing/links',
  'sharing/picks',
  'sharing/public',
  'sharing/selections',
  'watermark/never-clean',
]

/** Runs the tests in SPEC_FILES against the release, through its published address. Rejects with the messages of failed tests. */
export async function runSpecification() {
  const nats = await kubectl('get', 'pod', `${RELEASE}-nats-0`, '-o', 'jsonpath={.status.podIP}')
  const settings = [
    `DAYMARK_TEST_URL=${await gatewayUrl()}`,
    `DAYMARK_TEST_ADMIN=admin@example.com ${await readSecret('app', 'admin-password')}`,
    'DAYMARK_TEST_SITE=http://daymark.test', // values.yaml
    `DAYMARK_TEST_NATS=http://${nats}:8222`,
  ]
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']
  const files = SPEC_FILES.map(name => `tests/spec/${name}.test.ts`)
  const args = [...settings, findNode24(), ...jest, '--json', '--runInBand', '--runTestsByPath', ...files]
  // if a test fails, jest exits with 1 and `sh` rejects with the output, which is the same JSON
  const output = await runProgram('env', args).catch(error => error.message)
  const start = output.indexOf('{"num')
  if (start === -1) throw new Error(output)
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(output.slice(start))
  const failed = testResults.flatMap(({ message, assertionResults }) =>
    assertionResults.length === 0 ? [message] : assertionResults.filter(result => result.status === 'failed'),
  )
  if (failed.length > 0) {
    const messages = failed.map(failure =>
      failure.fullName ? `${failure.fullName}: ${failure.failureMessages[0]?.slice(0, 300)}` : failure,
    )
    throw new Error(
      `${numFailedTests} of ${numPassedTests + numFailedTests} failed: ${messages.join('\n').slice(0, 6000)}`,
    )
  }
  return { files: files.length, tests: numPassedTests }
}
