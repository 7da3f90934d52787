import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { assertMatch, computeEntityTag, isNotModified } from '../http/entity-tags.ts'

type Encoding = 'br' | 'gzip'

/** A higher quality takes more time to compress than it saves in transmission. */
const BROTLI_OPTIONS = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const compressors = {
  gzip: promisify(gzip),
  br: (content: Buffer): Promise<Buffer> => promisify(brotliCompress)(content, BROTLI_OPTIONS),
}
/** Estimated size of both compressed encodings together, relative to the plain text. */
const ENCODED_RATIO = 0.5
/** Memory of a cached body in addition to its bytes. */
const ENTRY_OVERHEAD_BYTES = 2000
/** Bodies shorter than this are sent uncompressed. */
const MIN_COMPRESSED_BYTES = 1024

/** A JSON body ready to be sent: uncompressed, and compressed once for all requests that accept the encoding. */
export class JsonBody {
  readonly plain: Buffer
  /** Entity tag, including the quotes. */
  readonly etag: string
  private readonly encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(value: unknown) {
    this.plain = copyToOwnBuffer(Buffer.from(JSON.stringify(value)))
    this.etag = computeEntityTag(this.plain)
  }

  encode(encoding: Encoding): Promise<Buffer> {
    const cachedBody = this.encoded.get(encoding)
    if (cachedBody) return cachedBody
    const compressedBody = compressors[encoding](this.plain).then(copyToOwnBuffer)
    this.encoded.set(encoding, compressedBody)
    // A failed compression is not cached: the next request compresses again.
    compressedBody.catch(() => this.encoded.delete(encoding))
    return compressedBody
  }
}

/** Upper bound of the memory that a body takes, in bytes. */
export const estimateMemoryBytes = ({ plain }: JsonBody): number =>
  Math.ceil(plain.length * (1 + ENCODED_RATIO)) + ENTRY_OVERHEAD_BYTES

/** Sends 304 if the browser has this body, else sends the body in the best encoding that the browser accepts. */
export async function sendJson(request: Request, response: Response, body: JsonBody): Promise<void> {
  assertMatch(request.headers['if-match'], body.etag)
  response.setHeader('ETag', body.etag)
  if (isNotModified(request.headers['if-none-match'], body.etag)) {
    response.status(304).end()
    return
  }
  const encoding = body.plain.length < MIN_COMPRESSED_BYTES ? undefined : chooseEncoding(request)
  const content = encoding ? await body.encode(encoding) : body.plain
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', content.length)
  response.status(200).end(content)
}

/**
 * Copies the bytes into a buffer of their own. Small buffers and results of zlib are slices of larger buffers, which the cache would
 * otherwise retain.
 */
function copyToOwnBuffer(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function chooseEncoding(request: Request): Encoding | undefined {
  if (request.acceptsEncodings('br')) return 'br'
  return request.acceptsEncodings('gzip') ? 'gzip' : undefined
}
