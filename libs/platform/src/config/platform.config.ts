import { z } from 'zod'
import { Config } from './config.ts'

/** How a process signs in to nats-server (docs/adr/0015). One way at the most; certificates may come on top. */
const natsSettings = {
  natsUser: z.string().optional().describe('User of nats-server'),
  natsPassword: z.string().optional().describe('Password of that user'),
  natsToken: z.string().optional().describe('Token of nats-server'),
  natsNkey: z.string().optional().describe('Seed of an nkey (SU…), as `daymark nats config` writes it'),
  natsCreds: z.string().optional().describe('Content of a credentials file of nats-server (JWT and seed)'),
  natsTlsCa: z.string().optional().describe('Certificate, as PEM, of whoever signed that of nats-server'),
  natsTlsCert: z.string().optional().describe('Certificate of this client, as PEM'),
  natsTlsKey: z.string().optional().describe('Key of that certificate, as PEM'),
}

/** Who may call services, and who believes it (docs/adr/0015). */
const rpcSettings = {
  rpcPrivateKey: z
    .string()
    .optional()
    .describe(
      'Ed25519 key, as PEM, that signs requests: gateway, admin and identity alone; unset with the next: from the secret',
    ),
  rpcPublicKeys: z
    .string()
    .optional()
    .describe('Ed25519 keys, as PEM one after another, of callers that are believed; unset: that of the key above'),
}

/** Settings that every service shares. */
export class PlatformConfig extends Config(
  'DAYMARK',
  z.object({
    databaseUrl: z
      .url()
      .describe('Postgres as a role that may create roles and schemas; each service then uses its own role'),
    secret: z
      .string()
      .min(32)
      .describe('At least 32 characters; database role passwords and share grants derive from it'),
    natsUrl: z
      .string()
      .optional()
      .describe(
        'nats://host:4222 or tls://host:4222, several separated by commas, with user:password@ or token@ if wanted; unset: the memory bus, which needs every service in this process',
      ),
    ...natsSettings,
    ...rpcSettings,
    natsReplicas: z.coerce.number().int().min(1).max(5).default(1).describe('Copies JetStream keeps of each event'),
    version: z
      .string()
      .max(100)
      .optional()
      .describe('Build that the administration shows of each process; unset: that of the package'),
    publicUrl: z.url().optional().describe('Address under which browsers reach the product'),
    logLevel: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('Least severe log line that is written'),
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
      .describe('Postgres ends a statement after this long, in ms; not those of migrations and jobs; 0: never'),
    databaseLockMs: z.coerce
      .number()
      .int()
      .min(0)
      .default(10_000)
      .describe('Postgres ends a statement that waits for a lock this long, in ms; 0: never'),
    databaseIdleTransactionMs: z.coerce
      .number()
      .int()
      .min(0)
      .default(60_000)
      .describe('Postgres ends a transaction in which nothing happens for this long, in ms; 0: never'),
    rpcTimeoutMs: z.coerce
      .number()
      .int()
      .min(100)
      .default(5000)
      .describe('How long the gateway waits for a service, in ms'),
    copyWaitMs: z.coerce
      .number()
      .int()
      .min(0)
      .default(2000)
      .describe('How long a call waits for what the event of another service is about to bring, in ms'),
    deliveryAttempts: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('Tries per event and subscriber before it becomes a dead letter'),
    deliveryBackoffMs: z.coerce
      .number()
      .int()
      .min(1)
      .default(200)
      .describe('Wait after the first failed try, in ms; doubles with each'),
    deliveryBackoffMaxMs: z.coerce
      .number()
      .int()
      .min(1)
      .default(60_000)
      .describe('Longest wait between two tries, in ms'),
    ackWaitMs: z.coerce
      .number()
      .int()
      .min(1000)
      .default(10_000)
      .describe('NATS gives an event to another process when nothing was heard for this long, in ms'),
    opsPort: z.coerce
      .number()
      .int()
      .min(0)
      .max(65535)
      .optional()
      .describe('Port of /healthz, /readyz and /metrics of this process; unset: none'),
    opsHost: z.string().default('127.0.0.1').describe('Address the operations port listens on'),
    shutdownMs: z.coerce
      .number()
      .int()
      .min(0)
      .default(25_000)
      .describe('How long work in flight may take to finish at shutdown, in ms'),
  }),
) {}
