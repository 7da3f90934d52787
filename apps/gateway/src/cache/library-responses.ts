import type { Actor } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from './caches.ts'
import { JsonBody, sendJson } from './json-body.ts'

export type RequestContext = { request: Request; response: Response; actor: Actor }
/** A version of the library and the answer at this version. `answer` is not called if the version is cached. */
type Found = { version: string; answer: () => unknown }
/** Passed to `find` if no version is cached. No library has this version. */
const NO_VERSION = ''

/** Sends responses of the public API with an ETag. */
@Injectable()
export class LibraryResponses {
  constructor(private readonly caches: Caches) {}

  /**
   * For responses that depend only on the caller's library and on `parameters`. `find` receives the cached version, so that one call either
   * confirms it or returns the new answer.
   */
  async sendCached(
    context: RequestContext,
    parameters: unknown,
    find: (known: string) => Promise<Found>,
  ): Promise<void> {
    const { request, response, actor } = context
    const { libraryBodies } = this.caches
    const key = JSON.stringify([actor.userId, parameters])
    const known = libraryBodies.peek(key)
    const store = libraryBodies.startLoad()
    const { version, answer } = await find(known?.version ?? NO_VERSION)
    const current = known?.version === version ? known : { version, body: new JsonBody(answer()) }
    if (current !== known) store(key, current)
    return sendJson(request, response, current.body)
  }

  /** For responses that also depend on other data. They are never cached. */
  send({ request, response }: Pick<RequestContext, 'request' | 'response'>, answer: unknown): Promise<void> {
    return sendJson(request, response, new JsonBody(answer))
  }
}
