import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomToken, writeNatsConfig } from '@daymark/platform'
import { newRingKey } from '@daymark/storage'
import { load, serviceNames, UsageError } from '../services.ts'

/** The data of a secret. */
export type Content = Record<string, string>
/** The secrets of one namespace. */
export type Secrets = {
  /** Returns false if the secret already exists; it is not changed. */
  create(name: string, content: Content): Promise<boolean>
  read(name: string): Promise<Content>
  /** Adds keys to an existing secret. */
  add(name: string, content: Content): Promise<void>
}

/** A password for a program: 43 characters, 256 bits. */
const password = (): string => randomToken()

const kinds: Record<string, (secrets: Secrets, name: string, host: string) => Promise<boolean>> = {
  app: (secrets, name) => secrets.create(name, { secret: password(), 'admin-password': randomToken(15) }),
  postgres: (secrets, name, host) => {
    const secret = password()
    return secrets.create(name, { password: secret, url: `postgres://daymark:${secret}@${host}:5432/daymark` })
  },
  store: (secrets, name) => secrets.create(name, { 'access-key': randomToken(15), 'secret-key': password() }),
  encryption: (secrets, name) => secrets.create(name, { keys: newRingKey('first') }),
  bus: makeBusKeys,
}

/** Creates missing secrets, given as `kind=name` or `kind=name@host`. Existing ones are kept; new services get keys for the bus. */
export async function makeSecrets(words: string[], secrets: Secrets, print: (line: string) => void): Promise<void> {
  const specifications = words.map(parse)
  if (specifications.length === 0) throw new UsageError(usage)
  for (const { make, name, host } of specifications)
    print(`${name}: ${(await make(secrets, name, host)) ? 'created' : 'unchanged'}`)
}

function parse(word: string) {
  const [, kind = '', name = '', host = ''] = /^([a-z]+)=([a-z0-9.-]+)(?:@(.+))?$/.exec(word) ?? []
  const make = kinds[kind]
  if (!make || (kind === 'postgres' && !host)) throw new UsageError(usage)
  return { make, name, host }
}
export const usage =
  'Usage: daymark kubernetes secrets app=<secret> bus=<secret> postgres=<secret>@<host> store=<secret> encryption=<secret>. Any subset is allowed.'

/** The files of `daymark nats config` without the permissions, which each version of the chart contains. */
async function makeBusKeys(secrets: Secrets, name: string): Promise<boolean> {
  if (await secrets.create(name, await busFiles({}))) return true
  const before = await secrets.read(name)
  const after = await busFiles(before)
  const added = Object.entries(after).filter(([key, value]) => before[key] !== value)
  if (added.length) await secrets.add(name, Object.fromEntries(added))
  return added.length > 0
}

async function busFiles(existing: Content): Promise<Content> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-bus-'))
  try {
    for (const [file, text] of Object.entries(existing)) writeFileSync(join(folder, file), text, { mode: 0o600 })
    const all = await load(['all'])
    const processes = await Promise.all(serviceNames.map(service => load([service])))
    writeNatsConfig(folder, processes, all)
    const files = readdirSync(folder).filter(file => file !== 'permissions.conf')
    return Object.fromEntries(files.map(file => [file, readFileSync(join(folder, file), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
