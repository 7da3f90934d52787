import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const USAGE = `daymark-sync <folder> [options]

Uploads the photos of a folder and its subfolders. Files whose content is already in the library are not sent again.

  --url <address>        address of the installation, default DAYMARK_URL
  --token-env <name>     environment variable with the token, default DAYMARK_TOKEN
  --token-file <file>    file with the token, instead of a variable
  --album-per-folder     adds the photos of each folder to an album with its name
  --watch                keeps running and uploads new photos
  --dry-run              lists what would be uploaded
  --concurrency <n>      concurrent uploads, 1 to 16, default 4
  --state <file>         state file, default one per folder in the state folder of the user
  --allow-http           allows unencrypted connections; only for trusted networks
  --settle <seconds>     --watch: time without changes before the next pass, default 2
  --help

It can be stopped at any time and resumes when it is started again.`

export class UsageError extends Error {}
export type SyncOptions = {
  folder: string
  url: string
  token: string
  state: string
  albumPerFolder: boolean
  watch: boolean
  dryRun: boolean
  concurrency: number
  settleMs: number
}

const OPTION_TYPES = {
  url: { type: 'string' },
  'token-env': { type: 'string', default: 'DAYMARK_TOKEN' },
  'token-file': { type: 'string' },
  'album-per-folder': { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  concurrency: { type: 'string', default: '4' },
  state: { type: 'string' },
  'allow-http': { type: 'boolean', default: false },
  settle: { type: 'string', default: '2' },
  help: { type: 'boolean', default: false },
} as const

/**
 * Reads the command line. The token is read from a variable or a file and not from an option, because every user of the machine can read
 * command lines.
 */
export function readOptions(args: string[], env: Record<string, string | undefined>): SyncOptions | 'help' {
  const { values, positionals } = parseArguments(args)
  if (values.help) return 'help'
  if (positionals.length !== 1) throw new UsageError('Name exactly one folder.')
  const folder = resolve(positionals[0] ?? '')
  const url = parseUrl(values.url ?? env['DAYMARK_URL'], values['allow-http'])
  return {
    folder,
    url,
    token: readToken(values['token-file'], values['token-env'], env),
    state: resolve(values.state ?? join(stateFolder(process.platform, env), `${hashFolder(folder)}.jsonl`)),
    albumPerFolder: values['album-per-folder'],
    watch: values.watch,
    dryRun: values['dry-run'],
    concurrency: parseNumber('--concurrency', values.concurrency, { min: 1, max: 16 }),
    settleMs: parseNumber('--settle', values.settle, { min: 0, max: 3600 }) * 1000,
  }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTION_TYPES, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function parseUrl(url: string | undefined, isHttpAllowed: boolean): string {
  if (!url || !URL.canParse(url)) throw new UsageError('Name the address of your installation: --url https://…')
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new UsageError('--url must begin with https://.')
  if (protocol === 'http:' && !isHttpAllowed && !LOOPBACK_HOST.test(hostname))
    throw new UsageError(
      `${url} would send your token without encryption. Use https, or --allow-http on a network that you trust.`,
    )
  return url
}
/** Matches the host names of this machine as the URL class spells them. */
const LOOPBACK_HOST = /^(?:localhost|[^.]+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** Returns the folder of the journals. It is outside the uploaded folder, because other users may be able to write there. */
export function stateFolder(platform: string, env: Record<string, string | undefined>): string {
  const home = env['HOME'] || env['USERPROFILE'] || homedir()
  const configuredFolder =
    platform === 'win32' ? env['LOCALAPPDATA'] : platform === 'darwin' ? undefined : env['XDG_STATE_HOME']
  const defaultFolder = { win32: 'AppData/Local', darwin: 'Library/Application Support' }[platform] ?? '.local/state'
  return join(
    configuredFolder && isAbsolute(configuredFolder) ? configuredFolder : join(home, defaultFolder),
    'daymark-sync',
  )
}

const hashFolder = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 32)

function readToken(file: string | undefined, name: string, env: Record<string, string | undefined>): string {
  const token = (file === undefined ? env[name] : readTokenFile(file))?.trim()
  if (token) return token
  throw new UsageError(`No token found. Store a token from the Token Vault in ${file ?? `the variable ${name}`}.`)
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`${file} cannot be read.`)
  }
}

function parseNumber(option: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= min && value <= max) return value
  throw new UsageError(`${option} must be a number from ${min} to ${max}.`)
}
