import { createHash, type KeyObject, randomBytes, sign, verify } from 'node:crypto'

/** A call is believed for so long, and by clocks that differ by so much. */
export const CALL_MS = 30_000
export type Refusal = 'unsigned' | 'expired' | 'replayed' | 'forged'

/** The call, the bytes that travel (input, actor, request id), when, and a number used once. */
function signed(subject: string, time: string, nonce: string, payload: Uint8Array): Buffer {
  const digest = createHash('sha256').update(payload).digest('base64url')
  return Buffer.from(`daymark-call-1\n${subject}\n${time}\n${nonce}\n${digest}`)
}

/** What goes beside the bytes of a call. */
export function signCall(subject: string, payload: Uint8Array, key: KeyObject, now = Date.now()): string {
  const [time, nonce] = [String(now), randomBytes(12).toString('base64url')]
  return `${time}.${nonce}.${sign(null, signed(subject, time, nonce, payload), key).toString('base64url')}`
}

type Call = { subject: string; payload: Uint8Array; signature: string | undefined }

/** Decides, before anything of a call is read, whether one who may call has made it, lately, and for the first time. */
export class CallVerifier {
  /** Numbers of two spans: whatever could still be believed is in one of them. */
  private recent = new Set<string>()
  private older = new Set<string>()
  private turned = 0
  private readonly trusted: KeyObject[]
  constructor(trusted: KeyObject[]) {
    this.trusted = trusted
  }

  /** Why the call is not believed; undefined when it is. What costs little is asked first. */
  refusal({ subject, payload, signature }: Call, now = Date.now()): Refusal | undefined {
    const [time = '', nonce = '', mark = '', ...more] = signature?.split('.') ?? []
    if (!mark || more.length) return 'unsigned'
    if (!(Math.abs(now - Number(time)) <= CALL_MS)) return 'expired'
    if (this.recent.has(nonce) || this.older.has(nonce)) return 'replayed'
    const [text, bytes] = [signed(subject, time, nonce, payload), Buffer.from(mark, 'base64url')]
    if (!this.trusted.some(key => verify(null, text, key, bytes))) return 'forged'
    this.remember(nonce, now)
    return undefined
  }

  /** Only numbers of believed calls are kept: a stranger cannot fill the memory. */
  private remember(nonce: string, now: number): void {
    if (Math.abs(now - this.turned) > 2 * CALL_MS) {
      this.older = this.recent
      this.recent = new Set()
      this.turned = now
    }
    this.recent.add(nonce)
  }
}
