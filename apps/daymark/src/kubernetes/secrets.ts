import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomToken, writeNatsConfig } from '@daymark/platform'
import { newRingKey } from '@daymark/storage'
import { loadServices, serviceNames, UsageError } from '../services.ts'

/** Decoded values of a Kubernetes secret by key. */
export type SecretData = Record<string, string>
/** Access to the secrets of one Kubernetes namespace. */
export type SecretStore = {
  /** Creates a secret. Returns false, without changing anything, if a secret with this name exists. */
  create(name: string, content: SecretData): Promise<boolean>
  read(name: string): Promise<SecretData>
  /** Adds or replaces keys of an existing secret. Its other keys stay. */
  add(name: string, content: SecretData): Promise<void>
}

/** Returns a random password of 43 characters (256 bits), which is long because only programs use it. */
const createPassword = (): string => randomToken()

const secretCreators: Record<string, (secrets: SecretStore, name: string, host: string) => Promise<boolean>> = {
  app: (secrets, name) => secrets.create(name, { secret: createPassword(), 'admin-password': randomToken(15) }),
  postgres: (secrets, name, host) => {
    const secret = createPassword()
    return secrets.create(name, { password: secret, url: `postgres://daymark:${secret}@${host}:5432/daymark` })
  },
  store: (secrets, name) => secrets.create(name, { 'access-key': randomToken(15), 'secret-key': createPassword() }),
  encryption: (secrets, name) => secrets.create(name, { keys: newRingKey('first') }),
  bus: createOrExtendBusSecret,
}

/**
 * Creates missing secrets. `args`: `kind=name` or `kind=name@host`, such as `app=daymark-app`. Existing secrets are not replaced, but the
 * secret of the bus gets keys for new services.
 */
export async function createMissingSecrets(
  args: string[],
  secrets: SecretStore,
  print: (line: string) => void,
): Promise<void> {
  const specifications = args.map(parseSpecification)
  if (specifications.length === 0) throw new UsageError(SECRETS_USAGE)
  for (const { create, name, host } of specifications)
    print(`${name}: ${(await create(secrets, name, host)) ? 'created' : 'unchanged'}`)
}

function parseSpecification(word: string) {
  const [, kind = '', name = '', host = ''] = /^([a-z]+)=([a-z0-9.-]+)(?:@(.+))?$/.exec(word) ?? []
  const create = secretCreators[kind]
  if (!create || (kind === 'postgres' && !host)) throw new UsageError(SECRETS_USAGE)
  return { create, name, host }
}
export const SECRETS_USAGE =
  'Usage: daymark kubernetes secrets app=<secret> bus=<secret> postgres=<secret>@<host> store=<secret> encryption=<secret>. Any subset is allowed.'

/**
 * Stores the files of `daymark nats config` in a secret, except the permissions, which are part of each version of the chart. Returns
 * whether the secret has changed.
 */
async function createOrExtendBusSecret(secrets: SecretStore, name: string): Promise<boolean> {
  if (await secrets.create(name, await createBusFiles({}))) return true
  const existingFiles = await secrets.read(name)
  const files = await createBusFiles(existingFiles)
  const changed = Object.entries(files).filter(([key, value]) => existingFiles[key] !== value)
  if (changed.length) await secrets.add(name, Object.fromEntries(changed))
  return changed.length > 0
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
