// node tools/programs/s3-server.mjs: compiles the S3 server of the tests (versitygw) into a cache outside the checkout. `npm test` does not
// run this script, because it takes 206 s of CPU time once. Without versitygw, the S3 tests run on moto and print a message.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const VERSION = '1.8.0'
const { XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env
const folder = join(XDG_CACHE_HOME, 'daymark', `versitygw-${VERSION}`)
const path = join(folder, 'versitygw')

process.exitCode = compile()

function compile() {
  const existing = [path, join(XDG_CACHE_HOME, 'daymark-cluster/bin/versitygw')].find(candidate =>
    existsSync(candidate),
  )
  if (existing) return printAndReturn(`versitygw is installed: ${existing}`, 0)
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0)
    return printAndReturn('Install Go (golang), which compiles versitygw.', 1)
  mkdirSync(folder, { recursive: true })
  const temporaryFolder = join(folder, 'temporary')
  const module = `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`
  const installation = spawnSync('nice', ['-n', '19', 'go', 'install', module], {
    env: { ...process.env, GOBIN: temporaryFolder },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (installation.status !== 0)
    return printAndReturn(`Go could not compile versitygw: ${installation.stderr.trim().split('\n').at(-1)}`, 1)
  renameSync(join(temporaryFolder, 'versitygw'), path)
  return printAndReturn(`versitygw is installed: ${path}`, 0)
}

function printAndReturn(text, code) {
  console.log(text)
  return code
}
