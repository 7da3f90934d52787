import { DAY_MS } from '@daymark/contracts'
import { Resolver } from 'node:dns'
import { z } from 'zod'
import { Config } from './config.ts'

/** Credentials for nats-server (docs/adr/0015): at most one kind, optionally with certificates. */
const natsSettings = {
  natsNkey: z.string().optional().describe('Seed of an nkey (SU…), as written by `daymark nats config`'),
  natsCreds: z.string().optional().describe('Content of a credentials file of nats-server (JWT and seed)'),
  natsTlsCa: z.string().optional().describe('CA certificate of nats-server in PEM format'),
  natsTlsCert: z.string().optional().describe('Client certificate in PEM format'),
  natsTlsKey: z.string().optional().describe('Private key of the client certificate in PEM format'),
}

/** Keys that sign and verify calls between services (docs/adr/0015). */
const rpcSettings = {
  rpcPrivateKey: z
    .string()
    .optional()
    .describe(
      'Ed25519 key in PEM format that signs requests. Only for gateway, admin and identity. If neither this key nor DAYMARK_RPC_PUBLIC_KEYS is set, keys are derived from DAYMARK_SECRET',
    ),
  rpcPublicKeys: z
    .string()
    .optional()
    .describe(
      'Ed25519 public keys of trusted callers, concatenated in PEM format. Unset: the public key of DAYMARK_RPC_PRIVATE_KEY',
    ),
}

function areValidServers(list: string[]): boolean {
  try {
    new Resolver().setServers(list)
    return true
  } catch {
    return false
  }
}

/** Settings that every service shares. */
export class PlatformConfig extends Config(
  'DAYMARK',
  z.object({
    databaseUrl: z
      .url()
      .describe('Postgres URL of a role that may create roles and schemas. Each service then uses its own role'),
    secret: z
      .string()
      .min(32)
      .describe('At least 32 characters. Database role passwords and share grants are derived from it'),
    natsUrl: z
      .string()
      .optional()
      .describe(
        'Addresses of nats-server: nats://host:4222 or tls://host:4222, separated by commas, optionally with user:password@ or token@. Unset: the in-memory bus, which requires that all services run in this process',
      ),
    ...natsSettings,
    ...rpcSettings,
    natsReplicas: z.coerce
      .number()
      .int()
      .min(1)
      .max(5)
      .default(1)
      .describe('Number of JetStream replicas of each event'),
    version: z
      .string()
      .max(100)
      .optional()
      .describe('Version of the build, shown for each process in the admin area. Unset: the version of the package'),
    publicUrl: z.url().optional().describe('Address that browsers use'),
    logLevel: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('Minimum severity of log lines'),
    databasePool: z.coerce
      .number()
      .int()
      .min(2)
      .max(100)
      .default(8)
      .describe('Database connections per service and process'),
    databaseStatementMs: z.coerce
      .number()
      .int()
      .min(0)
      .default(30_000)
      .describe('Statement timeout of Postgres, in ms. Does not apply to migrations and jobs. 0: no timeout'),
    databaseLockMs: z.coerce
      .number()
      .int()
      .min(0)
      .default(10_000)
      .describe('Lock timeout of Postgres, in ms. 0: no timeout'),
    databaseIdleTransactionMs: z.coerce
      .number()
      .int()
      .min(0)
      .default(60_000)
      .describe('Timeout of idle transactions in Postgres, in ms. 0: no timeout'),
    rpcTimeoutMs: z.coerce
      .number()
      .int()
      .min(100)
      .default(5000)
      .describe('Timeout for requests from the gateway to a service, in ms'),
    deliveryAttempts: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('Delivery attempts per event and subscriber before it becomes a dead letter'),
    deliveryBackoffMs: z.coerce
      .number()
      .int()
      .min(1)
      .default(200)
      .describe('Delay after the first failed attempt, in ms. It doubles with each attempt'),
    deliveryBackoffMaxMs: z.coerce
      .number()
      .int()
      .min(1)
      .default(60_000)
      .describe('Maximum delay between two attempts, in ms'),
    ackWaitMs: z.coerce
      .number()
      .int()
      .min(1000)
      .default(10_000)
      .describe(
        'Time after which NATS redelivers an event to another process if the first process has not acknowledged it, in ms',
      ),
    dnsServers: z
      .string()
      .default('')
      .transform(list => list.split(',').flatMap(server => server.trim() || []))
      .refine(areValidServers, 'addresses of name servers are expected, such as 192.0.2.1 or 192.0.2.1:53')
      .describe(
        'Name servers for custom domains and webhook receivers, separated by commas. Unset: those of the system',
      ),
    opsPort: z.coerce
      .number()
      .int()
      .min(0)
      .max(65535)
      .optional()
      .describe('Port of /healthz, /readyz and /metrics of this process. Unset: no port'),
    opsHost: z.string().default('127.0.0.1').describe('Address that the operations port listens on'),
    shutdownMs: z.coerce
      .number()
      .int()
      .min(0)
      .default(25_000)
      .describe('Time that running work has to finish at shutdown, in ms'),
  }),
) {}

/** Retention of the trash; library and sharing read the same setting (DAYMARK_LIBRARY_PURGE_AFTER_DAYS). */
export const purgeAfterDays = z.coerce
  .number()
  .min(0)
  .max(3650)
  .default(30)
  .describe('Days for which deleted photos, albums, tags and links can be restored. 0: they are removed at once')

/** Returns the time before which deleted items are purged. */
export const purgeCutoff = (now: Date, retention: { purgeAfterDays: number }): Date =>
  new Date(now.getTime() - retention.purgeAfterDays * DAY_MS)
