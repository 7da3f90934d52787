import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { ConfigError } from '../config/config.ts'
import type { PlatformConfig } from '../config/platform.config.ts'
import { randomToken } from '../ids.ts'
import type { Logger } from '../telemetry/logger.ts'
import { serviceMetrics } from '../telemetry/metrics.ts'

/**
 * `signingKey`: the private key, only in processes that may call services. `trustedKeys`: public keys of accepted callers. `secret`: the
 * secret of the installation, from which the keys of tickets are derived.
 */
export type RpcKeys = { signingKey?: KeyObject; trustedKeys: KeyObject[]; secret: string }

/** The PKCS #8 prefix of an Ed25519 key, before its 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PEM_END = '-----END PUBLIC KEY-----'

/**
 * With configured keys, only processes with the private key can sign calls. Without configured keys, both keys derive from the secret that
 * every service has: outsiders cannot call services, but a compromised service can.
 */
export function loadRpcKeys({ rpcPrivateKey, rpcPublicKeys, secret }: PlatformConfig): RpcKeys {
  if (!rpcPrivateKey && !rpcPublicKeys) return { ...createKeyPair(deriveKey(secret)), secret }
  const ownKeys = rpcPrivateKey
    ? createKeyPair(readKey('RPC_PRIVATE_KEY', () => createPrivateKey(rpcPrivateKey)))
    : { trustedKeys: [] }
  const pemBlocks = (rpcPublicKeys ?? '').split(PEM_END).filter(block => block.trim())
  const otherKeys = pemBlocks.map(block => readKey('RPC_PUBLIC_KEYS', () => createPublicKey(block + PEM_END)))
  return { ...ownKeys, trustedKeys: [...otherKeys, ...ownKeys.trustedKeys], secret }
}

const createKeyPair = (signingKey: KeyObject): Omit<RpcKeys, 'secret'> => ({
  signingKey,
  trustedKeys: [createPublicKey(signingKey)],
})

function deriveKey(secret: string): KeyObject {
  const seed = createHmac('sha256', secret).update('rpc-caller').digest()
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}

function readKey(setting: string, parse: () => KeyObject): KeyObject {
  const keyError = new ConfigError(`The setting DAYMARK_${setting} is not an Ed25519 key in PEM format.`)
  try {
    const key = parse()
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    throw keyError
  }
  throw keyError
}

/** Time for which a call is valid. The clocks of two processes may differ by at most this time. */
const CALL_VALIDITY_MS = 30_000
/** Time for which a ticket is valid. Callers replace it after half of this time. */
const TICKET_VALIDITY_MS = 600_000
export type RejectionReason = 'unsigned' | 'expired' | 'replayed' | 'forged'
type SignedCall = { subject: string; payload: Uint8Array; signature: string | undefined }

/**
 * An Ed25519 signature per call would cost more than the call. A caller therefore signs a ticket for a service and authenticates its
 * calls with an HMAC key that both sides derive from the ticket and the installation's secret. Creating a ticket requires the private
 * key, using one requires the secret, and a ticket is valid for one service only.
 */
const formatTicket = (service: string, id: string, time: string) =>
  Buffer.from(`daymark-ticket-1\n${service}\n${id}\n${time}`)
/** The HMAC key of a ticket. It is a KeyObject, because creating one from bytes for every call takes ten times as long as the HMAC. */
const deriveTicketKey = (secret: string, service: string, id: string): KeyObject =>
  createSecretKey(createHmac('sha256', secret).update(`rpc-ticket\n${service}\n${id}`).digest())
/** MAC of subject, payload (input, actor, request id), time and nonce. */
const computeMac = (
  key: KeyObject,
  { subject, payload }: Omit<SignedCall, 'signature'>,
  time: string,
  nonce: string,
): Buffer =>
  createHmac('sha256', key).update(`daymark-call-1\n${subject}\n${time}\n${nonce}\n`).update(payload).digest()
/** The service in a subject `daymark.rpc.<service>.…`. */
const serviceOf = (subject: string): string => subject.split('.')[2] ?? ''

type Ticket = { text: string; key: KeyObject; issuedAtMs: number }

/** Signs the calls of a process. */
export class CallSigner {
  private readonly tickets = new Map<string, Ticket>()
  private callCount = 0
  constructor(
    private readonly key: KeyObject,
    private readonly secret: string,
  ) {}

  /** The header value that authenticates a call. */
  sign(subject: string, payload: Uint8Array, now = Date.now()): string {
    const { text, key } = this.getTicket(serviceOf(subject), now)
    const [time, nonce] = [String(now), String(this.callCount++)]
    return `${text}.${time}.${nonce}.${computeMac(key, { subject, payload }, time, nonce).toString('base64url')}`
  }

  private getTicket(service: string, now: number): Ticket {
    const cached = this.tickets.get(service)
    if (cached && Math.abs(now - cached.issuedAtMs) < TICKET_VALIDITY_MS / 2) return cached
    const [id, time] = [randomToken(18), String(now)]
    const signature = sign(null, formatTicket(service, id, time), this.key).toString('base64url')
    const key = deriveTicketKey(this.secret, service, id)
    const ticket = { text: `${id}.${time}.${signature}`, key, issuedAtMs: now }
    this.tickets.set(service, ticket)
    return ticket
  }
}

/** Verifies, before a call is parsed, that a trusted caller made the call recently and that the call has not been received before. */
export class CallVerifier {
  /** HMAC keys of verified tickets. Only verified tickets and calls are stored, so that processes without a key cannot fill the memory. */
  private readonly ticketKeys = new GenerationCache<KeyObject>(TICKET_VALIDITY_MS + CALL_VALIDITY_MS)
  private readonly nonces = new GenerationCache<true>(2 * CALL_VALIDITY_MS)
  constructor(
    private readonly trustedKeys: KeyObject[],
    private readonly secret: string,
  ) {}

  /** The reason to reject the call; undefined if the call is valid. Cheap checks run before expensive ones. */
  findRejection({ subject, payload, signature }: SignedCall, now = Date.now()): RejectionReason | undefined {
    const { service, id, issuedAt, ticketSignature, time, nonce, mac } = parseSignature(subject, signature)
    if (!mac) return 'unsigned'
    if (!isCallCurrent(now - Number(time)) || !isTicketCurrent(now - Number(issuedAt))) return 'expired'
    const key = this.verifyTicket({ service, id, issuedAt, ticketSignature }, now)
    if (!key || !isEqual(computeMac(key, { subject, payload }, time, nonce), Buffer.from(mac, 'base64url')))
      return 'forged'
    const callId = `${id}.${nonce}`
    if (this.nonces.get(callId)) return 'replayed'
    this.nonces.set(callId, true, now)
    return undefined
  }

  /** The HMAC key of a ticket. Undefined if no trusted caller signed the ticket. */
  private verifyTicket(
    ticket: { service: string; id: string; issuedAt: string; ticketSignature: string },
    now: number,
  ): KeyObject | undefined {
    const { service, id, issuedAt, ticketSignature } = ticket
    const cacheKey = `${service}.${id}.${issuedAt}.${ticketSignature}`
    const cached = this.ticketKeys.get(cacheKey)
    if (cached) return cached
    const [text, bytes] = [formatTicket(service, id, issuedAt), Buffer.from(ticketSignature, 'base64url')]
    if (!this.trustedKeys.some(trustedKey => verify(null, text, trustedKey, bytes))) return undefined
    const key = deriveTicketKey(this.secret, service, id)
    this.ticketKeys.set(cacheKey, key, now)
    return key
  }
}

/** Splits the header value of a call. All fields are empty unless it has exactly six parts. */
function parseSignature(subject: string, signature = '') {
  const parts = signature.split('.')
  const [id = '', issuedAt = '', ticketSignature = '', time = '', nonce = '', mac = ''] =
    parts.length === 6 ? parts : []
  return { service: serviceOf(subject), id, issuedAt, ticketSignature, time, nonce, mac }
}

const isCallCurrent = (ageMs: number): boolean => Math.abs(ageMs) <= CALL_VALIDITY_MS
const isTicketCurrent = (ageMs: number): boolean =>
  ageMs >= -CALL_VALIDITY_MS && ageMs <= TICKET_VALIDITY_MS + CALL_VALIDITY_MS
const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Stores entries for at least `retentionMs`, in two generations, so that removing expired entries needs no scan. */
class GenerationCache<V> {
  private currentGeneration = new Map<string, V>()
  private previousGeneration = new Map<string, V>()
  private rotatedAt = 0
  constructor(private readonly retentionMs: number) {}
  get(name: string): V | undefined {
    return this.currentGeneration.get(name) ?? this.previousGeneration.get(name)
  }
  set(name: string, value: V, now: number): void {
    if (Math.abs(now - this.rotatedAt) > this.retentionMs) {
      this.previousGeneration = this.currentGeneration
      this.currentGeneration = new Map()
      this.rotatedAt = now
    }
    this.currentGeneration.set(name, value)
  }
}

const LOG_INTERVAL_MS = 1000

/** Counts every rejected call and logs at most one line per second, so that rejected calls cannot fill the disk. */
export class RejectedCallLog {
  private loggedAt = -Infinity
  private unloggedCalls = 0
  constructor(private readonly log: Logger) {}

  record(subject: string, reason: RejectionReason): void {
    serviceMetrics.recordRejectedCall(subject, reason)
    this.unloggedCalls++
    const now = performance.now()
    if (now - this.loggedAt < LOG_INTERVAL_MS) return
    this.log.warn({ event: 'rpc.refused', subject, reason, calls: this.unloggedCalls })
    this.loggedAt = now
    this.unloggedCalls = 0
  }
}
