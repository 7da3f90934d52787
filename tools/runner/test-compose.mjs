// `npm run test:compose`: builds the images of this checkout and runs tests/compose with them. Prints one line if Docker is not available.
// DAYMARK_TEST_IMAGES=kept: does not rebuild existing images.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findNode24 } from '../../deploy/local/install.mjs'
import { project } from '../../deploy/local/settings.mjs'
import { provideImages, dockerEnvironment } from '../cluster/engine.mjs'

const CERTIFICATE_AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
const { env, reason } = dockerEnvironment({ mayStart: true })
if (!env) skipTests(reason)
const missingReason = provideImages(['base', 'node', 'postgres', 'nats', 's3'], env)
if (missingReason) skipTests(missingReason)
for (const name of ['server', 'web']) buildImage(name)
runProgram(findNode24(), [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  'tests/compose',
])

function buildImage(name) {
  const tag = `daymark/${name}`
  const exists = spawnSync('docker', ['image', 'inspect', tag], { env, stdio: 'ignore' }).status === 0
  if (exists && process.env.DAYMARK_TEST_IMAGES === 'kept') return
  // npm in the build of the image trusts the certificate authorities of this machine
  const secret = existsSync(CERTIFICATE_AUTHORITIES) ? ['--secret', `id=ca,src=${CERTIFICATE_AUTHORITIES}`] : []
  const file = `deploy/images/${name}.Dockerfile`
  runProgram('docker', ['build', '--network=host', ...secret, '--file', file, '--tag', tag, '.'])
}

function runProgram(command, args) {
  const { status } = spawnSync(command, args, { cwd: project, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function skipTests(skipReason) {
  console.log(`Skipped: test:compose, because ${skipReason}.`)
  process.exit(0)
}
