import { errors, KB } from '@daymark/contracts'
import { release } from '@daymark/storage'
import type { Request } from 'express'
import { uploadedName } from '../../http/file-names.ts'
import { boundaryOf, formParts } from './form-reader.ts'
import { type LeastRate, withLeastRate } from './minimum-rate.ts'

export type FilePart = { filename: string; content: AsyncIterable<Buffer> }
export type Form<T> = { taken: T; fields: Record<string, string> }

const MAX_FIELD = 64 * KB
/** After a refusal the client may go on sending for so long, so that it reads the answer instead of a broken connection. */
const LINGER_MS = 60_000

/** The field of the file. */
const FILE = 'file'

/**
 * Hands the first file of the form, and the fields that came before it, to `take` while it arrives; nothing of it is held here. Resolves when the form is
 * complete. What `take` or a broken form throws comes out as it is; the rest of the body is thrown away so that it can be answered.
 */
export async function readForm<T>(
  request: Request,
  rate: LeastRate,
  take: (file: FilePart, before: Record<string, string>) => Promise<T>,
): Promise<Form<T>> {
  const boundary = boundaryOf(request.headers['content-type'])
  if (boundary === undefined) throw errors.UNSUPPORTED_MEDIA_TYPE()
  const source = received(request, rate)
  const fields: Record<string, string> = {}
  let taken: { value: T } | undefined
  try {
    for await (const { name, filename, body } of formParts(source, boundary))
      if (filename === undefined) fields[name] = await text(body)
      else if (name === FILE && !taken)
        taken = { value: await take({ filename: uploadedName(filename), content: body }, { ...fields }) }
  } finally {
    await source.return(undefined)
    discard(request)
  }
  if (!taken) throw errors.INVALID_INPUT({ reason: `A file is needed in the field "${FILE}".` })
  return { taken: taken.value, fields }
}

/** The body's chunks; each is gone when the next is asked for. */
async function* received(request: Request, rate: LeastRate): AsyncGenerator<Buffer, undefined> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  // There is no answer to somebody who sends for ever; a broken connection is one to those who resume.
  for await (const chunk of withLeastRate(chunks, rate, () => request.destroy())) {
    yield chunk
    release(chunk)
  }
}

async function text(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > MAX_FIELD) throw errors.BODY_TOO_LARGE()
    pieces.push(Buffer.from(piece))
  }
  return Buffer.concat(pieces).toString()
}

/** Reads on without keeping anything. */
export function discard(request: Request): void {
  request.resume()
  if (request.complete || request.destroyed) return
  const limit = setTimeout(() => request.destroy(), LINGER_MS).unref()
  request.once('close', () => clearTimeout(limit))
  request.once('end', () => clearTimeout(limit))
}
