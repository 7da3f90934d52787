import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { checkServerIdentity, TLSSocket } from 'node:tls'
import type pg from 'pg'

/** Thrown if the server did not prove that it is the database, or requests the password in a form that an impostor could read. */
export class UntrustedDatabase extends Error {
  override name = 'UntrustedDatabase'
}

/** Fields of the driver that its types do not declare. */
type DriverInternals = {
  connection: EventEmitter & { stream: Socket }
  /** Null once the server has proved that it knows the password's verifier. */
  saslSession?: object | null
  enableChannelBinding: boolean
  password?: unknown
}

const PASSWORD_REQUESTS = ['authenticationCleartextPassword', 'authenticationMD5Password']

/**
 * Another program on the machine or network may impersonate a database that is down: it could ask for the password in clear text, or
 * accept any password and receive every statement. Servers with a verified certificate are trusted. Every other server must complete
 * SCRAM, which reveals nothing and proves that the server knows the password.
 */
export function requireTrustedServer(client: pg.Client): void {
  const driver = client as unknown as DriverInternals
  const { connection } = driver
  // pg uses channel binding only if it is enabled. With TLS, the certificate of the server then becomes part of the proof.
  driver.enableChannelBinding = client.ssl !== false
  const findDistrustReason = (event: string): string | undefined => {
    if (hasVerifiedCertificate(connection.stream, client.host)) return undefined
    if (PASSWORD_REQUESTS.includes(event)) return 'asks for the password in a way that reveals it'
    // Without a password, the server identifies the user by other means, such as the operating system user of the process.
    return driver.password && driver.saslSession !== null ? 'did not prove that it knows the password' : undefined
  }
  connection.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'readyForQuery' && !PASSWORD_REQUESTS.includes(event)) return emitOriginal(connection, event, args)
    const reason = findDistrustReason(event)
    // Removes this check after its first use, because pg emits an event for every row.
    Reflect.deleteProperty(connection, 'emit')
    if (!reason) return emitOriginal(connection, event, args)
    // Ignores the remaining messages that arrived in the same packet.
    connection.emit = (laterEvent, ...laterArgs) =>
      laterEvent === 'end' ? emitOriginal(connection, laterEvent, laterArgs) : false
    emitOriginal(connection, 'error', [
      new UntrustedDatabase(
        `The database at ${client.host}:${client.port} ${reason}. Use scram-sha-256 in pg_hba.conf, or TLS with sslmode=verify-full.`,
      ),
    ])
    connection.stream.destroy()
    return false
  }
}

const emitOriginal = (connection: EventEmitter, event: string, args: unknown[]): boolean =>
  Object.getPrototypeOf(connection).emit.call(connection, event, ...args) as boolean

function hasVerifiedCertificate(stream: Socket, host: string): boolean {
  if (!(stream instanceof TLSSocket) || !stream.authorized) return false
  return checkServerIdentity(host, stream.getPeerCertificate()) === undefined
}
