import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { entityTag } from '../helpers/entity-tags.ts'
import { type CacheName, countLook } from './cache-requests.ts'

export type Encoding = 'br' | 'gzip'

/** What a gallery's data are compressed with is paid for once and sent many times; more than this takes longer than it saves. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const compress = {
  gzip: promisify(gzip),
  br: (content: Buffer): Promise<Buffer> => promisify(brotliCompress)(content, BROTLI),
}
/** What both encodings may add to the plain text, and what an answer takes beside its bytes. */
const ENCODED = 0.5
const OVERHEAD = 2000

/** An answer in JSON as it is sent, plain and compressed. */
export class KeptAnswer {
  readonly plain: Buffer
  /** Quoted. */
  readonly etag: string
  private readonly encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(value: unknown) {
    this.plain = alone(Buffer.from(JSON.stringify(value)))
    this.etag = entityTag(this.plain)
  }

  in(encoding: Encoding): Promise<Buffer> {
    const known = this.encoded.get(encoding)
    if (known) return known
    const made = compress[encoding](this.plain).then(alone)
    this.encoded.set(encoding, made)
    // A failed compression is not cached: the next request compresses again.
    made.catch(() => this.encoded.delete(encoding))
    return made
  }
}

/** What it may take in memory. */
export const sizeOf = ({ plain }: KeptAnswer): number => Math.ceil(plain.length * (1 + ENCODED)) + OVERHEAD

/** Small buffers and what zlib gives are parts of larger ones, which would be kept with them. */
function alone(part: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(part.length)
  part.copy(own)
  return own
}

/** Of another state than its key names: for whoever waits for it, and nobody else. */
export class Unkept {
  constructor(public readonly value: unknown) {}
}

/** Answers that many ask for or that are long in the making, in bounded space. A key names a state of things, so nothing is dropped. */
export class KeptAnswers {
  private readonly kept: LRUCache<string, KeptAnswer>
  private readonly making = new Map<string, Promise<KeptAnswer>>()

  constructor(
    maxBytes: number,
    private readonly name: CacheName,
  ) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
    })
  }

  /** Made once, however many wait for it. */
  async get(key: string, make: () => Promise<unknown>): Promise<KeptAnswer> {
    const kept = this.kept.get(key)
    countLook(this.name, kept !== undefined)
    return kept ?? this.making.get(key) ?? this.begin(key, make)
  }

  private begin(key: string, make: () => Promise<unknown>): Promise<KeptAnswer> {
    const made = this.make(key, make).finally(() => this.making.delete(key))
    this.making.set(key, made)
    return made
  }

  private async make(key: string, make: () => Promise<unknown>): Promise<KeptAnswer> {
    const made = await make()
    if (made instanceof Unkept) return new KeptAnswer(made.value)
    const answer = new KeptAnswer(made)
    this.kept.set(key, answer)
    return answer
  }
}
