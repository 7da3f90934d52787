import { errors, KB } from '@daymark/contracts'
import { freeMemory } from '@daymark/storage'
import type { Request } from 'express'
import { cleanUploadedName } from '../../http/file-names.ts'
import { parseBoundary, readFormParts } from './form-reader.ts'

type MinimumRate = { bytesPerSecond: number; seconds: number }

/**
 * Passes pieces on, and calls `onTooSlow` if the sender is slower than the minimum rate over a whole period. Only time spent waiting for
 * the sender counts, so a slow store does not matter.
 */
async function* withMinimumRate(
  source: AsyncIterable<Buffer>,
  { bytesPerSecond, seconds }: MinimumRate,
  onTooSlow: () => void,
): AsyncGenerator<Buffer, undefined> {
  const periodMs = seconds * 1000
  let bytes = 0
  let waitedMs = 0
  let waitingSince = performance.now()
  let isWaiting = true
  const rateCheck = setInterval(() => {
    if (isWaiting) countWaitingTime()
    if (waitedMs < periodMs) return
    if (bytes < (bytesPerSecond * waitedMs) / 1000) onTooSlow()
    bytes = 0
    waitedMs = 0
  }, periodMs / 4)
  const countWaitingTime = (): void => {
    const now = performance.now()
    waitedMs += now - waitingSince
    waitingSince = now
  }
  try {
    for await (const piece of source) {
      countWaitingTime()
      isWaiting = false
      bytes += piece.length
      yield piece
      isWaiting = true
      waitingSince = performance.now()
    }
  } finally {
    clearInterval(rateCheck)
  }
}

export type FilePart = { filename: string; content: AsyncIterable<Buffer> }
export type Form<T> = { result: T; fields: Record<string, string> }

const MAX_FIELD_BYTES = 64 * KB
/** Time for which a client may continue to send after an error, so that it can read the response. */
const DISCARD_TIMEOUT_MS = 60_000

/** The name of the form field that contains the file. */
const FILE_FIELD = 'file'

/**
 * Passes the first file of the form, and the fields before it, to `storeFile` while the file arrives. Resolves when the form is complete.
 * On an error the rest of the body is discarded, so that the client can read the response.
 */
export async function readForm<T>(
  request: Request,
  rate: MinimumRate,
  storeFile: (file: FilePart, fieldsBefore: Record<string, string>) => Promise<T>,
): Promise<Form<T>> {
  const boundary = parseBoundary(request.headers['content-type'])
  if (boundary === undefined) throw errors.UNSUPPORTED_MEDIA_TYPE()
  const source = readChunks(request, rate)
  const fields: Record<string, string> = {}
  let result: { value: T } | undefined
  try {
    for await (const { name, filename, body } of readFormParts(source, boundary))
      if (filename === undefined) fields[name] = await readFieldText(body)
      else if (name === FILE_FIELD && !result)
        result = { value: await storeFile({ filename: cleanUploadedName(filename), content: body }, { ...fields }) }
  } finally {
    await source.return(undefined)
    discardBody(request)
  }
  if (!result) throw errors.INVALID_INPUT({ reason: `Send a file in the field "${FILE_FIELD}".` })
  return { result: result.value, fields }
}

/** Yields the chunks of the body. The memory of a chunk is freed when the next one is requested. */
async function* readChunks(request: Request, rate: MinimumRate): AsyncGenerator<Buffer, undefined> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  // A client that sends too slowly receives no response. If its upload is resumable, the client can continue it after the connection was
  // closed.
  for await (const chunk of withMinimumRate(chunks, rate, () => request.destroy())) {
    yield chunk
    freeMemory(chunk)
  }
}

async function readFieldText(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > MAX_FIELD_BYTES) throw errors.BODY_TOO_LARGE()
    pieces.push(Buffer.from(piece))
  }
  return Buffer.concat(pieces).toString()
}

/** Reads and discards the rest of the body. */
export function discardBody(request: Request): void {
  request.resume()
  if (request.complete || request.destroyed) return
  const limit = setTimeout(() => request.destroy(), DISCARD_TIMEOUT_MS).unref()
  request.once('close', () => clearTimeout(limit))
  request.once('end', () => clearTimeout(limit))
}
