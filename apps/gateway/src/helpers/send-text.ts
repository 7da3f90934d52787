import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { assertMatch, isNotModified } from './entity-tags.ts'

type Text = { type: string; of: unknown; pieces: Iterable<string>; headers?: Record<string, string> }

/** A long text, a piece at a time as the client takes it; nothing to whom has it already. `of`: what it is made of. */
export async function sendText(
  request: Request,
  response: Response,
  { type, of, pieces, headers }: Text,
): Promise<void> {
  const etag = `"${createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 32)}"`
  assertMatch(request.headers['if-match'], `W/${etag}`)
  response.set({ ETag: `W/${etag}`, 'Cache-Control': 'private, no-cache', ...headers })
  if (isNotModified(request.headers['if-none-match'], etag)) return void response.status(304).end()
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  if (request.method === 'HEAD') return void response.end()
  await pipeline(Readable.from(pieces), response)
}
