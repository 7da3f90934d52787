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
const environmentFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'daymark-test', 'moto-5.2.5')
const executable = join(environmentFolder, 'bin', 'moto_server')
const completionMarker = join(environmentFolder, 'complete')
const lockFolder = `${environmentFolder}.lock`
const INSTALL_TIMEOUT_MS = 240_000

/** How to start the moto server, which checks neither secrets nor signatures. Undefined if it cannot be installed. */
export async function findMotoProgram(): Promise<Program | undefined> {
  return (await installOnce())
    ? { command: executable, args: ({ port }) => ['-H', '127.0.0.1', '-p', String(port)] }
    : undefined
}

/** Installs moto. If several test files need moto at the same time, one process installs it and the other processes wait. */
async function installOnce(): Promise<boolean> {
  mkdirSync(dirname(environmentFolder), { recursive: true })
  for (const deadline = Date.now() + INSTALL_TIMEOUT_MS; Date.now() < deadline; await delay(200)) {
    if (existsSync(completionMarker)) return true
    if (!acquireLock()) continue
    try {
      return installNow()
    } finally {
      rmSync(lockFolder, { recursive: true, force: true })
    }
  }
  return false
}

function installNow(): boolean {
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS }).status === 0
  const isInstalled =
    run('python3', '-m', 'venv', environmentFolder) &&
    run(join(environmentFolder, 'bin', 'pip'), 'install', '-q', PACKAGE)
  if (isInstalled) writeFileSync(completionMarker, '')
  return isInstalled
}

function acquireLock(): boolean {
  try {
    mkdirSync(lockFolder)
    return true
  } catch {
    // An old lock was left by a killed run, so it is removed.
    const lockedAtMs = statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - lockedAtMs > INSTALL_TIMEOUT_MS) rmSync(lockFolder, { recursive: true, force: true })
    return false
  }
}
