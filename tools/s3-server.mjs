// node tools/s3-server.mjs: compiles the S3 server of the tests (versitygw) where it is missing, outside of the checkout and by
// version. It takes 206 s of processor once, so `npm test` does not do it by itself: without it S3 tests run on moto and say so.
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
  const existing = [path, join(XDG_CACHE_HOME, 'daymark-cluster/bin/versitygw')].find(one => existsSync(one))
  if (existing) return say(`versitygw is there: ${existing}`, 0)
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0)
    return say('versitygw needs Go to be compiled: install golang.', 1)
  mkdirSync(folder, { recursive: true })
  const making = join(folder, 'making')
  const module = `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`
  const installation = spawnSync('nice', ['-n', '19', 'go', 'install', module], {
    env: { ...process.env, GOBIN: making },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (installation.status !== 0)
    return say(`Go could not compile versitygw: ${installation.stderr.trim().split('\n').at(-1)}`, 1)
  renameSync(join(making, 'versitygw'), path)
  return say(`versitygw is there: ${path}`, 0)
}

function say(text, code) {
  console.log(text)
  return code
}
