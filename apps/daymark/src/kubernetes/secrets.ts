import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomToken, writeNatsConfig } from '@daymark/platform'
import { newRingKey } from '@daymark/storage'
import { loadServices, serviceNames, UsageError } from '../services.ts'

/** The data of a secret. */
export type SecretData = Record<string, string>
/** The secrets of one namespace. */
export type SecretStore = {
  /** Returns false if the secret already exists; it is not changed. */
  create(name: string, content: SecretData): Promise<boolean>
  read(name: string): Promise<SecretData>
  /** Adds keys to an existing secret. */
  add(name: string, content: SecretData): Promise<void>
}

/** A password for a program: 43 characters, 256 bits. */
const createPassword = (): string => randomToken()

const secretCreators: Record<string, (secrets: SecretStore, name: string, host: string) => Promise<boolean>> = {
  app: (secrets, name) => secrets.create(name, { secret: createPassword(), 'admin-password': randomToken(15) }),
  postgres: (secrets, name, host) => {
    const secret = createPassword()
    return secrets.create(name, { password: secret, url: `postgres://daymark:${secret}@${host}:5432/daymark` })
  },
  store: (secrets, name) => secrets.create(name, { 'access-key': randomToken(15), 'secret-key': createPassword() }),
  encryption: (secrets, name) => secrets.create(name, { keys: newRingKey('first') }),
  bus: createBusKeys,
}

/** Creates missing secrets, given as `kind=name` or `kind=name@host`. Existing ones are kept; new services get keys for the bus. */
export async function createMissingSecrets(
  words: string[],
  secrets: SecretStore,
  print: (line: string) => void,
): Promise<void> {
  const specifications = words.map(parseSpecification)
  if (specifications.length === 0) throw new UsageError(SECRETS_USAGE)
  for (const { make, name, host } of specifications)
    print(`${name}: ${(await make(secrets, name, host)) ? 'created' : 'unchanged'}`)
}

function parseSpecification(word: string) {
  const [, kind = '', name = '', host = ''] = /^([a-z]+)=([a-z0-9.-]+)(?:@(.+))?$/.exec(word) ?? []
  const create = secretCreators[kind]
  if (!create || (kind === 'postgres' && !host)) throw new UsageError(SECRETS_USAGE)
  return { make: create, name, host }
}
export const SECRETS_USAGE =
  'Usage: daymark kubernetes secrets app=<secret> bus=<secret> postgres=<secret>@<host> store=<secret> encryption=<secret>. Any subset is allowed.'

/** The files of `daymark nats config` without the permissions, which each version of the chart contains. */
async function createBusKeys(secrets: SecretStore, name: string): Promise<boolean> {
  if (await secrets.create(name, await createBusFiles({}))) return true
  const before = await secrets.read(name)
  const after = await createBusFiles(before)
  const added = Object.entries(after).filter(([key, value]) => before[key] !== value)
  if (added.length) await secrets.add(name, Object.fromEntries(added))
  return added.length > 0
}

async function createBusFiles(existing: SecretData): Promise<SecretData> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-bus-'))
  try {
    for (const [file, text] of Object.entries(existing)) writeFileSync(join(folder, file), text, { mode: 0o600 })
    const all = await loadServices(['all'])
    const processes = await Promise.all(serviceNames.map(service => loadServices([service])))
    writeNatsConfig(folder, processes, all)
    const files = readdirSync(folder).filter(file => file !== 'permissions.conf')
    return Object.fromEntries(files.map(file => [file, readFileSync(join(folder, file), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
