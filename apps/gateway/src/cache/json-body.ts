import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { assertMatch, entityTag, isNotModified } from '../http/entity-tags.ts'

type Encoding = 'br' | 'gzip'

/** A higher quality takes longer than it saves on the line. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const compress = {
  gzip: promisify(gzip),
  br: (content: Buffer): Promise<Buffer> => promisify(brotliCompress)(content, BROTLI),
}
/** What both encodings may add to the plain text, and what an entry takes in addition to its bytes. */
const ENCODED = 0.5
const OVERHEAD = 2000
/** A shorter body is not worth compressing. */
const MIN_COMPRESSED = 1024

/** A JSON body as it is sent: plain, and compressed once for all requests that accept it. */
export class JsonBody {
  readonly plain: Buffer
  /** Quoted. */
  readonly etag: string
  private readonly encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(value: unknown) {
    this.plain = ownCopy(Buffer.from(JSON.stringify(value)))
    this.etag = entityTag(this.plain)
  }

  in(encoding: Encoding): Promise<Buffer> {
    const known = this.encoded.get(encoding)
    if (known) return known
    const made = compress[encoding](this.plain).then(ownCopy)
    this.encoded.set(encoding, made)
    // A failed compression is not cached: the next request compresses again.
    made.catch(() => this.encoded.delete(encoding))
    return made
  }
}

/** The most that it takes in memory. */
export const memoryOf = ({ plain }: JsonBody): number => Math.ceil(plain.length * (1 + ENCODED)) + OVERHEAD

/** Answers 304 where the browser has this body, else sends it in the best encoding that the browser accepts. */
export async function sendJson(request: Request, response: Response, body: JsonBody): Promise<void> {
  assertMatch(request.headers['if-match'], body.etag)
  response.setHeader('ETag', body.etag)
  if (isNotModified(request.headers['if-none-match'], body.etag)) {
    response.status(304).end()
    return
  }
  const encoding = body.plain.length < MIN_COMPRESSED ? undefined : encodingFor(request)
  const content = encoding ? await body.in(encoding) : body.plain
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', content.length)
  response.status(200).end(content)
}

/** Small buffers and results of zlib are slices of larger ones, which a cache would hold as well. */
function ownCopy(part: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(part.length)
  part.copy(own)
  return own
}

function encodingFor(request: Request): Encoding | undefined {
  if (request.acceptsEncodings('br')) return 'br'
  return request.acceptsEncodings('gzip') ? 'gzip' : undefined
}
