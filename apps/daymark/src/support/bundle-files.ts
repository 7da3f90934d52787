import { MB } from '@daymark/contracts'
import {
  type Env,
  explainError,
  loadConfig,
  countPendingWork,
  PlatformConfig,
  redactMessage,
  listSafeSettings,
} from '@daymark/platform'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { availableParallelism, freemem, release, totalmem } from 'node:os'
import { formatCheck, runChecks } from '../doctor/doctor.ts'
import { loadServices } from '../services.ts'

const REDACTED = '[redacted]'
/**
 * Patterns of personal data and secrets that are replaced in all files of a bundle: emails, IP addresses, home folders, file names, Stripe
 * keys, and words that are longer than ids, which may be tokens, keys or hashes.
 */
const REDACTION_RULES: [pattern: RegExp, replacement: string][] = [
  [/[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, REDACTED],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, REDACTED],
  [/(?<![\w:])(?:(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:)+(?::[0-9a-f]{1,4})+)(?![\w:])/gi, REDACTED],
  [/\/(?:home|Users)\/[^\s/"':]+/g, '~'],
  [/[^\s/"'\\]+\.(?:jpe?g|png|gif|webp|avif|tiff?|hei[cf]|dng|nef|cr[23]|arw|raf|orf|rw2|psd|zip)\b/gi, REDACTED],
  [/\b(?:whsec|sk_(?:test|live)|pk_(?:test|live)|rk_(?:test|live))_\w+/g, REDACTED],
  [/\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9_-]{40,}\b/g, REDACTED],
]

/** Removes personal data and credentials from a line. */
export const redactLine = (line: string): string =>
  REDACTION_RULES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), redactInPieces(line))

/** Splits the line before `redactMessage`, which would truncate a long line. */
const redactInPieces = (line: string): string =>
  (line.match(/[\s\S]{1,2000}/g) ?? []).map(part => redactMessage(part)).join('')

/** The timeout is long, because a support bundle is often collected while the installation is slow. */
const REQUEST_TIMEOUT_MS = 30_000
const toJson = (value: unknown): string => JSON.stringify(value, null, 2)
type BundleOptions = { env: Env; logPath: string; createdAt: Date }

/** Collects the files of a support bundle by name. A file that cannot be collected contains the reason instead. */
export async function collectFiles({ env, logPath, createdAt }: BundleOptions): Promise<Record<string, string>> {
  const collectors: Record<string, () => Promise<string> | string> = {
    'versions.json': () => toJson(readVersions(createdAt)),
    'doctor.txt': async () => (await runChecks(env)).map(formatCheck).join('\n'),
    'settings.json': async () => {
      const definitions = await loadServices(['all'])
      return toJson(listSafeSettings([PlatformConfig, ...definitions.flatMap(one => one.configs ?? [])], env))
    },
    'readiness.json': () => fetchOperationsPort(env, '/readyz'),
    'metrics.txt': () => fetchOperationsPort(env, '/metrics'),
    'waiting.json': async () => toJson(await countPendingWork(env, await listServicesWithDatabase())),
    'log.txt': async () => (await readLastLines(logPath))?.join('\n') ?? 'No log file found. Name it with --log.',
  }
  const collected = Object.entries(collectors).map(async ([name, collect]) => {
    const text = await Promise.resolve()
      .then(collect)
      .catch((error: unknown) => `Not available: ${explainError(error).split('\n')[0]}`)
    return [name, text.split('\n').map(redactLine).join('\n')] as const
  })
  return { 'README.txt': README_TEXT, ...Object.fromEntries(await Promise.all(collected)) }
}

const listServicesWithDatabase = async (): Promise<string[]> =>
  (await loadServices(['all'])).filter(({ database }) => database !== false).map(({ name }) => name)

const readVersions = (createdAt: Date) => ({
  at: createdAt.toISOString(),
  daymark: readVersion(),
  node: process.version,
  platform: process.platform,
  architecture: process.arch,
  system: release(),
  cores: availableParallelism(),
  memoryMb: Math.round(totalmem() / MB),
  freeMb: Math.round(freemem() / MB),
})

const readVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version

async function fetchOperationsPort(env: Env, path: string): Promise<string> {
  const { opsHost, opsPort } = loadConfig(PlatformConfig, env)
  if (opsPort === undefined) return 'The operations port is off (DAYMARK_OPS_PORT).'
  const host = ['0.0.0.0', '::'].includes(opsHost) ? '127.0.0.1' : opsHost
  const response = await fetch(`http://${host}:${opsPort}${path}`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  return response.text()
}

const README_TEXT = `Diagnostic data of a Daymark installation, collected by 'daymark support-bundle'.

versions.json   versions of Daymark, Node and the system
doctor.txt      the checks of daymark doctor
settings.json   numbers, switches and choices; texts show only that they are set
readiness.json  readiness of each service
metrics.txt     metrics in the Prometheus text format
waiting.json    number of unpublished events, and dead letters with their reason
log.txt         the last megabyte of the log

The files contain no passwords, keys, tokens, personal addresses or file names; text that looks like such data is [redacted]. Ids
are included, because they have no meaning without the database. Review the files before you send them.
`

const MAX_LOG_BYTES = 1024 * 1024

/** Returns the complete lines in the last MAX_LOG_BYTES of a log, or undefined if the file cannot be opened. */
async function readLastLines(path: string): Promise<string[] | undefined> {
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
