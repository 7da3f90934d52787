import { gatewayUrl, kubectl, RELEASE, secret, sh } from './cluster.mjs'
import { node24 } from '../../../deploy/local/install.mjs'

/** What of tests/spec comes in through the front door alone, with the usual settings, looks at nothing but its own, and asks no second gateway what the first has just changed. */
const FILES = [
  'albums',
  'media',
  'photos/known-images',
  'photos/tags',
  'photos/visitor-files',
  'sharing/comments',
  'sharing/formats',
  'sharing/links',
  'sharing/picks',
  'sharing/public',
  'sharing/selections',
  'watermark/never-clean',
]

/** These files against the release that runs, through its published address; rejects with what failed. */
export async function specification() {
  const nats = await kubectl('get', 'pod', `${RELEASE}-nats-0`, '-o', 'jsonpath={.status.podIP}')
  const settings = [
    `DAYMARK_TEST_URL=${await gatewayUrl()}`,
    `DAYMARK_TEST_ADMIN=admin@example.com ${await secret('app', 'admin-password')}`,
    'DAYMARK_TEST_SITE=http://daymark.test', // values.yaml
    `DAYMARK_TEST_NATS=http://${nats}:8222`,
  ]
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']
  const files = FILES.map(name => `tests/spec/${name}.test.ts`)
  const words = [...settings, node24(), ...jest, '--json', '--runInBand', '--runTestsByPath', ...files]
  // it ends with 1 where a test failed, and says which all the same
  const output = await sh('env', words).catch(error => error.message)
  const start = output.indexOf('{"num')
  if (start === -1) throw new Error(output)
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(output.slice(start))
  const failed = testResults.flatMap(({ message, assertionResults }) =>
    assertionResults.length === 0 ? [message] : assertionResults.filter(one => one.status === 'failed'),
  )
  if (failed.length > 0) {
    const messages = failed.map(one =>
      one.fullName ? `${one.fullName}: ${one.failureMessages[0]?.slice(0, 300)}` : one,
    )
    throw new Error(
      `${numFailedTests} of ${numPassedTests + numFailedTests} failed: ${messages.join('\n').slice(0, 6000)}`,
    )
  }
  return { files: files.length, tests: numPassedTests }
}
