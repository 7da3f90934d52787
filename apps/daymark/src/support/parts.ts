import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { availableParallelism, freemem, release, totalmem } from 'node:os'
import { explain, loadConfig, PlatformConfig, safeSettings, pendingWork, type Env } from '@daymark/platform'
import { checks, lineOf } from '../doctor/doctor.ts'
import { load } from '../services.ts'
import { redacted } from './redact.ts'

const ASK_MS = 10_000
const MB = 1024 ** 2
const json = (value: unknown): string => JSON.stringify(value, null, 2)
type BundleOptions = { env: Env; log: string; at: Date }

/** Collects the files of a support bundle. A part that is not available contains the reason. */
export async function collect({ env, log, at }: BundleOptions): Promise<Record<string, string>> {
  const parts: Record<string, () => Promise<string> | string> = {
    'versions.json': () => json(versions(at)),
    'doctor.txt': async () => (await checks(env)).map(lineOf).join('\n'),
    'settings.json': async () => {
      const definitions = await load(['all'])
      return json(safeSettings([PlatformConfig, ...definitions.flatMap(one => one.configs ?? [])], env))
    },
    'readiness.json': () => ask(env, '/readyz'),
    'metrics.txt': () => ask(env, '/metrics'),
    'waiting.json': async () => json(await pendingWork(env, await servicesWithDatabase())),
    'log.txt': async () => (await lastLines(log))?.join('\n') ?? 'No log file found. Name it with --log.',
  }
  const written = Object.entries(parts).map(async ([name, make]) => {
    const text = await Promise.resolve()
      .then(make)
      .catch((error: unknown) => `Not available: ${explain(error).split('\n')[0]}`)
    return [name, text.split('\n').map(redacted).join('\n')] as const
  })
  return { 'README.txt': ABOUT, ...Object.fromEntries(await Promise.all(written)) }
}

const servicesWithDatabase = async (): Promise<string[]> =>
  (await load(['all'])).filter(({ database }) => database !== false).map(({ name }) => name)

const versions = (at: Date) => ({
  ...{ at: at.toISOString(), daymark: version(), node: process.version },
  ...{ platform: process.platform, architecture: process.arch, system: release() },
  ...{ cores: availableParallelism(), memoryMb: Math.round(totalmem() / MB), freeMb: Math.round(freemem() / MB) },
})

const version = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version

async function ask(env: Env, path: string): Promise<string> {
  const { opsHost, opsPort } = loadConfig(PlatformConfig, env)
  if (opsPort === undefined) return 'The operations port is off (DAYMARK_OPS_PORT).'
  const host = ['0.0.0.0', '::'].includes(opsHost) ? '127.0.0.1' : opsHost
  const answer = await fetch(`http://${host}:${opsPort}${path}`, { signal: AbortSignal.timeout(ASK_MS) })
  return answer.text()
}

const ABOUT = `Diagnostic data of a Daymark installation, collected by 'daymark support-bundle'.

versions.json   versions of Daymark, Node and the system
doctor.txt      what is configured, reachable and missing
settings.json   numbers, switches and choices; texts show only that they are set
readiness.json  readiness of each service
metrics.txt     metrics in the Prometheus text format
waiting.json    number of unpublished events, and dead letters with their reason
log.txt         the last megabyte of the log

The files contain no passwords, keys, tokens, personal addresses or file names; text that looks like one is [redacted]. Ids are
included, because they have no meaning without the database. Review the files before you send them.
`

const MAX_LOG_BYTES = 1024 * 1024

/** The last complete lines of a log; undefined if the file does not exist. */
async function lastLines(path: string): Promise<string[] | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - MAX_LOG_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const lines = buffer.subarray(0, bytesRead).toString().split('\n')
    return from > 0 ? lines.slice(1) : lines
  } finally {
    await file.close()
  }
}
