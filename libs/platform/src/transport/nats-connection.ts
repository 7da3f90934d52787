import { setTimeout as delay } from 'node:timers/promises'
import {
  AuthorizationError,
  connect,
  credsAuthenticator,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
  type Authenticator,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node'
import { ConfigError } from '../config/config.ts'
import type { PlatformConfig } from '../config/platform.config.ts'

const RETRY_MS = 500
const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The name of a process: its user in nats-server and the prefix of its inboxes. */
export const processName = (services: string[]): string => services.toSorted().join('-')
/** Replies arrive on subjects below this one, which no other process may subscribe to (docs/adr/0015). */
export const inboxOf = (process: string): string => `_INBOX.${process}`

/** Options for every connection of a process, including those of Nest. */
export function connectionOptions(platform: PlatformConfig, services: string[]): NodeConnectionOptions {
  const { servers, authenticator: urlAuthenticator, tls } = parseAddresses(platform.natsUrl ?? '')
  const authenticators = [...authenticatorsOf(platform), ...(urlAuthenticator ? [urlAuthenticator] : [])]
  if (authenticators.length > 1)
    throw new ConfigError('Set only one of DAYMARK_NATS_NKEY, _CREDS and a user in DAYMARK_NATS_URL.')
  const { natsTlsCa: ca, natsTlsCert: cert, natsTlsKey: key } = platform
  const certificates = Object.fromEntries(Object.entries({ ca, cert, key }).filter(([, pem]) => pem))
  const isTls = tls || Object.keys(certificates).length > 0
  return {
    servers,
    name: processName(services),
    inboxPrefix: inboxOf(processName(services)),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    // Keeps reconnecting, because a server that reloads its users may reject the user of this process for a moment.
    ignoreAuthErrorAbort: true,
    ...(authenticators[0] ? { authenticator: authenticators[0] } : {}),
    ...(isTls ? { tls: certificates } : {}),
  }
}

function authenticatorsOf(platform: PlatformConfig): Authenticator[] {
  const { natsNkey: seed, natsCreds: creds } = platform
  return [
    ...(seed ? [assertUsable('NKEY', nkeyAuthenticator(encodeText(seed)))] : []),
    ...(creds ? [assertUsable('CREDS', credsAuthenticator(encodeText(`${creds}\n`)))] : []),
  ]
}

/** Throws ConfigError for an unreadable key, with which NATS would retry the connection without end. */
function assertUsable(setting: string, authenticator: Authenticator): Authenticator {
  try {
    authenticator('a challenge')
    return authenticator
  } catch {
    throw new ConfigError(`The setting DAYMARK_NATS_${setting} cannot be read.`)
  }
}

/** Extracts users and protocols from the addresses, which the NATS client does not. */
function parseAddresses(natsUrl: string): { servers: string[]; authenticator?: Authenticator; tls: boolean } {
  const urls = natsUrl.split(',').map(address => parseAddress(address.trim()))
  const urlWithUser = urls.find(url => url.username)
  const authenticator = urlWithUser && createAuthenticator(urlWithUser)
  return { servers: urls.map(url => url.host), authenticator, tls: urls.some(url => url.protocol === 'tls:') }
}
function parseAddress(address: string): URL {
  try {
    return new URL(/^[a-z]+:\/\//i.test(address) ? address : `nats://${address}`)
  } catch {
    throw new ConfigError('The setting DAYMARK_NATS_URL is not an address such as nats://host:4222.')
  }
}
function createAuthenticator({ username, password }: URL): Authenticator {
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return pass ? usernamePasswordAuthenticator(user, pass) : tokenAuthenticator(user)
}

/**
 * Waits until nats-server is reachable and accepts this process. Rejects immediately if the server refuses this process, because retrying
 * would look like an unreachable server.
 */
export async function waitForServer(options: NodeConnectionOptions, onError: (error: unknown) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const connection = await connect({ ...options, reconnect: false, maxReconnectAttempts: 0 })
      return await connection.close()
    } catch (error) {
      if (isRejection(error)) throw new ConfigError(formatRejection(error as Error))
      if (tries === 0) onError(error)
    }
    await delay(RETRY_MS)
  }
}

const CERTIFICATE_PROBLEM = /certificate|self.signed|ALTNAME|handshake|wrong version|tls/i
/** Matches a connection that closed during the handshake: the server stops, or a proxy runs whose server has not started. */
const CONNECTION_LOST = /disconnected before secure TLS|ECONNRESET/i
/**
 * Matches the timeout of nats-server, which waits two seconds for credentials. A process that was suspended for that long has not been
 * refused.
 */
const AUTHENTICATION_TIMEOUT = /authentication timeout/i
const isRejection = (error: unknown): boolean =>
  (error instanceof AuthorizationError && !AUTHENTICATION_TIMEOUT.test(error.message)) ||
  (CERTIFICATE_PROBLEM.test(describeError(error as Error)) && !CONNECTION_LOST.test(describeError(error as Error)))
const describeError = (error: Error): string =>
  [error?.message, (error as NodeJS.ErrnoException)?.code, (error?.cause as Error)?.message].join(' ')
const formatRejection = (error: Error): string =>
  error instanceof AuthorizationError
    ? 'nats-server refused the user of this process (DAYMARK_NATS_URL, _NKEY or _CREDS).'
    : `nats-server and this process do not trust each other's certificates (DAYMARK_NATS_TLS_…): ${error.message}.`

/** True when nats-server requires no authentication. */
export const isUnauthenticated = (connection: NatsConnection): boolean => {
  const info = connection.info as { auth_required?: boolean; tls_verify?: boolean } | undefined
  return !info?.auth_required && !info?.tls_verify
}
export const OPEN_BUS_WARNING =
  'The bus is open: anyone who can reach nats-server can read and publish everything. See `daymark nats config` and docs/adr/0015.'
