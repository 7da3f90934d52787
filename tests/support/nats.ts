import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestNats, testNats } from '@daymark/testing/outside'
import { daymark } from './server.ts'

const CALLERS = ['gateway', 'admin', 'identity']

/** A nats-server with the permissions of an installation (`daymark nats config`). */
export type ServiceNats = TestNats & {
  /** Folder of the keys. */
  keys: string
  /** The settings with which a service signs in to the bus, and signs its calls if it makes any. */
  env(service: string): Record<string, string>
}

/** By default nats-server disconnects clients that need more than two seconds to sign in. */
const withLongTimeout = (permissions: string) =>
  permissions.replace('authorization {', 'authorization {\n  timeout: 30')

/** Without permissions, for one process with all services. */
export async function natsWithoutPermissions(): Promise<ServiceNats> {
  const nats = await testNats()
  return { ...nats, keys: '', env: () => ({ DAYMARK_NATS_URL: nats.url }) }
}

export async function natsWithPermissions(): Promise<ServiceNats> {
  const keys = mkdtempSync(join(tmpdir(), 'daymark-keys-'))
  await daymark(['nats', 'config', keys])
  const config = join(keys, 'nats.conf')
  writeFileSync(config, 'max_payload: 8MB\njetstream {}\ninclude "permissions.conf"\n')
  const permissions = join(keys, 'permissions.conf')
  writeFileSync(permissions, withLongTimeout(readFileSync(permissions, 'utf8')))
  const nats = await testNats(config)
  const env = (service: string): Record<string, string> => ({
    DAYMARK_NATS_URL: nats.url,
    DAYMARK_NATS_NKEY_FILE: join(keys, `${service}.nk`),
    DAYMARK_RPC_PUBLIC_KEYS_FILE: join(keys, 'rpc.pub'),
    ...(CALLERS.includes(service) ? { DAYMARK_RPC_PRIVATE_KEY_FILE: join(keys, 'rpc.key') } : {}),
  })
  const stop = async () => {
    await nats.stop()
    rmSync(keys, { recursive: true, force: true })
  }
  return { ...nats, keys, env, stop }
}
