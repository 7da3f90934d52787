import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  connect,
  headers,
  type NatsConnection,
  nkeyAuthenticator,
  nkeys,
  PermissionViolationError,
} from '@nats-io/transport-node'

/** A NATS client that can publish and subscribe to anything, with the seed of a process or without. */
export class BusUser {
  private readonly refused: string[] = []
  readonly connection: NatsConnection
  private constructor(connection: NatsConnection) {
    this.connection = connection
    void this.watch()
  }

  /** `seed`: seed of a process, or a key that nats-server does not know. */
  static async enter(url: string, seed?: Uint8Array, inbox?: string): Promise<BusUser> {
    const authenticator = seed && nkeyAuthenticator(seed)
    const options = { servers: url, reconnect: false, ...(authenticator ? { authenticator } : {}) }
    return new BusUser(await connect({ ...options, ...(inbox ? { inboxPrefix: inbox } : {}) }))
  }
  /** Connects with the key of this service. */
  static as(url: string, keys: string, service: string): Promise<BusUser> {
    return BusUser.enter(url, readFileSync(join(keys, `${service}.nk`)), `_INBOX.${service}`)
  }

  /** The subjects that nats-server allows to publish to. */
  mayPublish(subjects: string[]): Promise<string[]> {
    return this.allowed(subjects, subject => this.connection.publish(subject, '{}'))
  }
  /** The subjects that nats-server allows to subscribe to; a queue group follows after a space. */
  maySubscribe(subjects: string[]): Promise<string[]> {
    return this.allowed(subjects, words => {
      const [subject = '', queue] = words.split(' ')
      this.connection.subscribe(subject, { queue, callback: () => {} })
    })
  }

  /** Sends a request as Nest does, and returns the response. */
  async call(subject: string, payload: Uint8Array, signature?: string): Promise<Answer> {
    const extra = headers()
    if (signature) extra.set('Daymark-Call', signature)
    const reply = await this.connection.request(subject, payload, { headers: extra, timeout: 5000 })
    return reply.json<Answer>()
  }

  leave(): Promise<void> {
    return this.connection.close()
  }

  /** nats-server reports refusals before it answers the next ping, so one ping covers all. */
  private async allowed(subjects: string[], attempt: (subject: string) => void): Promise<string[]> {
    this.refused.length = 0
    for (const subject of subjects) attempt(subject)
    await this.connection.flush()
    await new Promise(setImmediate)
    return subjects.filter(subject => !this.refused.includes(subject))
  }
  private async watch(): Promise<void> {
    for await (const status of this.connection.status())
      if (status.type === 'error' && status.error instanceof PermissionViolationError)
        this.refused.push([status.error.subject, status.error.queue].filter(Boolean).join(' '))
  }
}

export type Answer = { err?: { code: string; status: number; params: { reason?: string } }; response?: unknown }

export const strangerSeed = (): Uint8Array => nkeys.createUser().getSeed()
export const strangerKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey
export const callerKey = (keys: string): KeyObject => createPrivateKey(readFileSync(join(keys, 'rpc.key')))

/** The payload of a call with this actor. */
export const payloadOf = (
  subject: string,
  input: object,
  actor: { userId: string; role: string } = { userId: randomUUID(), role: 'super_admin' },
): Buffer => Buffer.from(JSON.stringify({ pattern: subject, data: { input, actor }, id: randomUUID() }))

type Forger = { key: KeyObject; secret?: string; service?: string; time?: number; issued?: number }
const SECRET = 'a secret for tests only, at least 32 characters'

/** Implemented again from docs/adr/0015, so that a bug in the product is not repeated here. */
export function signature(subject: string, payload: Uint8Array, by: Forger): string {
  const { key, secret = SECRET, service = subject.split('.')[2], time = Date.now(), issued = Date.now() } = by
  const [id, nonce] = [randomBytes(24).toString('base64url'), randomBytes(12).toString('base64url')]
  const ticket = sign(null, Buffer.from(`daymark-ticket-1\n${service}\n${id}\n${issued}`), key)
  const callKey = createHmac('sha256', secret).update(`rpc-ticket\n${service}\n${id}`).digest()
  const text = Buffer.concat([Buffer.from(`daymark-call-1\n${subject}\n${time}\n${nonce}\n`), payload])
  const mark = createHmac('sha256', callKey).update(text).digest()
  return [id, issued, ticket.toString('base64url'), time, nonce, mark.toString('base64url')].join('.')
}
