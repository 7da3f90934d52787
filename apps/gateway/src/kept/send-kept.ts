import type { Request, Response } from 'express'
import { assertMatch, isNotModified } from '../helpers/entity-tags.ts'
import type { Sent } from '../routing/serves.ts'
import type { Encoding, KeptAnswer } from './kept-answers.ts'

/** A shorter one is not worth compressing. */
const WORTH_IT = 1024

/** In the best encoding that the browser takes; nothing but the head where it has this very answer. */
export async function sendKept(request: Request, response: Response, answer: KeptAnswer): Promise<Sent> {
  assertMatch(request.headers['if-match'], answer.etag)
  response.setHeader('ETag', answer.etag)
  if (isNotModified(request.headers['if-none-match'], answer.etag)) {
    response.status(304).end()
    return
  }
  const encoding = answer.plain.length < WORTH_IT ? undefined : encodingFor(request)
  const content = encoding ? await answer.in(encoding) : answer.plain
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', content.length)
  response.status(200).end(content)
}

function encodingFor(request: Request): Encoding | undefined {
  if (request.acceptsEncodings('br')) return 'br'
  return request.acceptsEncodings('gzip') ? 'gzip' : undefined
}
