import type { Actor } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Caches } from './caches.ts'
import { JsonBody, sendJson } from './json-body.ts'

export type Asking = { request: Request; response: Response; actor: Actor }
/** What a service answers of a library at a version; `answer` is not called where the version is the cached one. */
type Found = { version: string; answer: () => unknown }
/** No version is this one. */
const NONE = ''

/** Bodies of the public API, with an ETag each. */
@Injectable()
export class LibraryResponses {
  constructor(private readonly caches: Caches) {}

  /**
   * For what depends on the caller's library and on `what` alone. `find` receives the cached version: one call finds out that it is
   * still the current one, or returns the new one.
   */
  async ofLibrary(asking: Asking, what: unknown, find: (known: string) => Promise<Found>): Promise<void> {
    const { request, response, actor } = asking
    const { libraryBodies } = this.caches
    const key = JSON.stringify([actor.userId, what])
    const known = libraryBodies.peek(key)
    const store = libraryBodies.startLoad()
    const { version, answer } = await find(known?.version ?? NONE)
    const current = known?.version === version ? known : { version, body: new JsonBody(answer()) }
    if (current !== known) store(key, current)
    return sendJson(request, response, current.body)
  }

  /** For what depends on more than that: never cached. */
  send({ request, response }: Pick<Asking, 'request' | 'response'>, answer: unknown): Promise<void> {
    return sendJson(request, response, new JsonBody(answer))
  }
}
