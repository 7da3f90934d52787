import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; user?: { id: string }; rpId?: string; rp?: { id: string } }
type ClientOptions = { origin: string; isVerified?: boolean; counter?: number; type?: string }

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

/** The subset of CBOR that a passkey needs. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.of((major << 5) | value)
  return value < 256 ? Buffer.of((major << 5) | 24, value) : Buffer.of((major << 5) | 25, value >> 8, value & 255)
}
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value])
const number = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (...pairs: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

/** A software authenticator with one passkey (ES256), for tests of messages that a browser would not send. */
export class Authenticator {
  readonly id = base64url(randomBytes(32))
  private readonly pair: { publicKey: KeyObject; privateKey: KeyObject }
  private userHandle = ''
  counter = 0

  constructor() {
    this.pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  /** The result of `navigator.credentials.create`. */
  create(options: Options, kind: ClientOptions) {
    this.userHandle = options.user?.id ?? ''
    const { x = '', y = '' } = this.pair.publicKey.export({ format: 'jwk' })
    const key = map(
      [number(1), number(2)],
      [number(3), number(-7)],
      [number(-1), number(1)],
      [number(-2), bytes(Buffer.from(x, 'base64url'))],
      [number(-3), bytes(Buffer.from(y, 'base64url'))],
    )
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(id.length >> 8, id.length & 255), id, key])
    const authData = Buffer.concat([this.data(options.rp?.id ?? '', kind, 0x40), credential])
    const attestation = map([text('fmt'), text('none')], [text('attStmt'), map()], [text('authData'), bytes(authData)])
    return this.answer({
      clientDataJSON: base64url(clientData('webauthn.create', options, kind)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    })
  }

  /** The result of `navigator.credentials.get`. */
  get(options: Options, kind: ClientOptions) {
    const client = clientData('webauthn.get', options, kind)
    const data = this.data(options.rpId ?? '', kind)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.pair.privateKey)
    return this.answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: this.userHandle,
    })
  }

  private data(rpId: string, { isVerified = true, counter = this.counter }: ClientOptions, more = 0): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.of(0x01 | (isVerified ? 0x04 : 0) | more), count])
  }
  private answer<R>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key', response }
  }
}

const clientData = (usual: string, { challenge }: Options, { origin, type = usual }: ClientOptions): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
