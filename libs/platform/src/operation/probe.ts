import { connect, type NatsConnection } from '@nats-io/transport-node'
import { ConfigError } from '../config/config.ts'
import type { PlatformConfig } from '../config/platform.config.ts'
import { Connection } from '../db/connection.ts'
import { UntrustedDatabase } from '../db/trusted-server.ts'
import { connectionOptions, isUnauthenticated, OPEN_BUS_WARNING } from '../transport/nats-connection.ts'

const EXPLANATIONS: Record<string, (e: { port?: number; address?: string; path?: string }) => string> = {
  EADDRINUSE: e => `Port ${e.port} is used by another program. Stop it, or choose another port with PORT.`,
  EACCES: e => `No permission to use ${e.path ?? `port ${e.port}`}.`,
  EPERM: e => `No permission to use ${e.path ?? `port ${e.port}`}.`,
  ENOSPC: () => 'The disk is full.',
  EADDRNOTAVAIL: e => `The address ${e.address} does not belong to this machine. Choose another with HOST.`,
  ENOTFOUND: e => `The address ${e.address ?? ''} cannot be found.`,
  ECONNREFUSED: e => `No database responds at ${addressOf(e)}. Is it running?`,
  '28P01': () => 'The database rejected the user name or password of DAYMARK_DATABASE_URL.',
  '42501': () => 'The role of DAYMARK_DATABASE_URL may not create roles and schemas.',
}

type SystemFailure = NodeJS.ErrnoException & { port?: number; address?: string; errors?: unknown[] }

/** The address of a failed connection. A Unix socket has only a path. */
const addressOf = ({ address, port }: Pick<SystemFailure, 'address' | 'port'>): string =>
  port ? `${address}:${port}` : String(address)

/** Explains an error to the operator in one sentence. Returns the stack of an unexpected error. */
export function explainError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UntrustedDatabase) return error.message
  const failure = (error ?? {}) as SystemFailure
  if (failure.errors?.length) return explainError(failure.errors[0])
  const { code = '', syscall } = failure
  // The socket file of a stopped database does not exist, so ENOENT means the same as ECONNREFUSED.
  return (
    EXPLANATIONS[syscall === 'connect' ? code.replace('ENOENT', 'ECONNREFUSED') : code]?.(failure) ??
    describeUnexpected(error)
  )
}
const describeUnexpected = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** The result of one check, a line of `daymark doctor`. `needed`: the service cannot work if the check fails. */
export type Check = { name: string; ok: boolean; needed: boolean; message: string }

export async function runCheck(name: string, work: () => Promise<string>, needed = true): Promise<Check> {
  try {
    return { name, ok: true, needed, message: await work() }
  } catch (error) {
    return { name, ok: false, needed, message: explainError(error).split('\n')[0] ?? '' }
  }
}

/** The checks for every process: database and bus. */
export function probeDependencies(platform: PlatformConfig): Promise<Check[]> {
  // Uses the timeout of calls between services, because the machine may be busy.
  const timeoutMs = platform.rpcTimeoutMs
  return Promise.all([
    runCheck('database', async () => {
      const client = new Connection({ connectionString: platform.databaseUrl, connectionTimeoutMillis: timeoutMs })
      try {
        await client.connect()
        const { rows } = await client.query<{ version: string; mayCreateRoles: boolean }>(
          `SELECT current_setting('server_version') AS version, rolcreaterole AS "mayCreateRoles" FROM pg_roles WHERE rolname = current_user`,
        )
        return `Postgres ${rows[0]?.version}, ${rows[0]?.mayCreateRoles ? 'may' : 'may NOT'} create roles`
      } finally {
        await client.end()
      }
    }),
    runCheck('bus', () => checkBus(platform, async connection => `NATS ${connection.info?.version}`)),
    runCheck('bus access', () => checkBus(platform, checkBusAccess), false),
  ])
}

async function checkBus(
  platform: PlatformConfig,
  check: (connection: NatsConnection) => Promise<string>,
): Promise<string> {
  if (!platform.natsUrl) return 'memory (every service in one process)'
  const connection = await connect({
    ...connectionOptions(platform, ['doctor']),
    timeout: platform.rpcTimeoutMs,
    reconnect: false,
  })
  try {
    return await check(connection)
  } finally {
    await connection.close()
  }
}

/** Checks that nats-server restricts the permissions of this user: a restricted user cannot subscribe to an unlisted subject. */
async function checkBusAccess(connection: NatsConnection): Promise<string> {
  if (isUnauthenticated(connection)) throw new ConfigError(OPEN_BUS_WARNING)
  let isRefused = false
  connection.subscribe('daymark.doctor', { callback: error => void (isRefused ||= Boolean(error)) })
  await connection.flush()
  if (!isRefused)
    throw new ConfigError('This user of nats-server has no restricted permissions: see `daymark nats config`.')
  return 'each user has only the permissions it needs'
}
