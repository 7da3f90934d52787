import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, testFolder } from '../servers/free-port.ts'
import { findMotoProgram } from './moto.ts'
import { S3_KEYS, findVersitygwProgram } from './versitygw.ts'

/** `isStrict`: whether the server rejects wrong secrets and signatures, as S3 does. */
export type TestS3 = { endpoint: string; isStrict: boolean; stop(): void }

/** The settings of a product that stores its objects on an S3 server. */
export const s3Settings = (endpoint = '') => ({
  DAYMARK_STORAGE_DRIVER: 's3',
  DAYMARK_STORAGE_ENDPOINT: endpoint,
  DAYMARK_STORAGE_ACCESS_KEY: S3_KEYS.accessKey,
  DAYMARK_STORAGE_SECRET_KEY: S3_KEYS.secretKey,
})

/** Starts an S3 server: versitygw if it was compiled, else moto with a warning. Undefined if neither can be started. */
export async function testS3(): Promise<TestS3 | undefined> {
  const versitygw = findVersitygwProgram()
  if (!versitygw)
    console.warn(
      'S3: versitygw is not installed (node tools/programs/s3-server.mjs compiles it); using moto, which checks no signatures',
    )
  const program = versitygw ?? (await findMotoProgram())
  if (!program) return undefined
  const home = testFolder('daymark-s3')
  const [folder, metadata] = [join(home, 'objects'), join(home, 'metadata')]
  for (const path of [folder, metadata]) mkdirSync(path)
  const port = await freePort()
  const child = spawn(program.command, program.args({ port, folder, metadata }), { stdio: 'ignore' })
  const endpoint = `http://127.0.0.1:${port}`
  const stop = () => {
    child.kill()
    rmSync(home, { recursive: true, force: true })
  }
  if (await waitForResponse(endpoint, child)) return { endpoint, isStrict: versitygw !== undefined, stop }
  stop()
  return undefined
}

async function waitForResponse(endpoint: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(endpoint).catch(() => undefined)
    if (response) return true
    await delay(50)
  }
  return false
}
