import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from './versitygw.ts'

/**
 * Python package with an S3 server that supports multipart uploads, ranges and batch removal. pip installs it once, which takes half a
 * minute.
 */
const PACKAGE = 'moto[server]==5.2.5'
const home = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'daymark-test', 'moto-5.2.5')
const executable = join(home, 'bin', 'moto_server')
const complete = join(home, 'complete')
const lock = `${home}.lock`
const INSTALL_MS = 240_000

/** How to start the moto server, which checks neither secrets nor signatures. Undefined if it cannot be installed. */
export async function motoProgram(): Promise<Program | undefined> {
  return (await install())
    ? { command: executable, args: ({ port }) => ['-H', '127.0.0.1', '-p', String(port)] }
    : undefined
}

/** Installs moto. If several test files need it at the same time, one installs it and the others wait. */
async function install(): Promise<boolean> {
  mkdirSync(dirname(home), { recursive: true })
  for (const until = Date.now() + INSTALL_MS; Date.now() < until; await delay(200)) {
    if (existsSync(complete)) return true
    if (!takeLock()) continue
    try {
      return installNow()
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
  return false
}

function installNow(): boolean {
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: INSTALL_MS }).status === 0
  const done = run('python3', '-m', 'venv', home) && run(join(home, 'bin', 'pip'), 'install', '-q', PACKAGE)
  if (done) writeFileSync(complete, '')
  return done
}

function takeLock(): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    // An old lock was left by a killed run, so it is removed.
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > INSTALL_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}
