import type { Actor } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { GatewayConfig } from '../config.ts'
import type { Sent } from '../routing/serves.ts'
import { KeptAnswer, sizeOf } from './kept-answers.ts'
import { sendKept } from './send-kept.ts'

export type Asking = { request: Request; response: Response; actor: Actor }
/** What a service answers of a library at a version; `answer` is not asked for where it is the one that was known. */
type Found = { version: string; answer: () => unknown }
type Kept = { version: string; answer: KeptAnswer }
/** No version is this one. */
const NONE = ''

/** What reads of the public API answer, with an ETag each. */
@Injectable()
export class LibraryAnswers {
  private readonly kept: LRUCache<string, Kept>

  constructor({ answerCacheBytes }: GatewayConfig) {
    this.kept = new LRUCache({
      maxSize: Math.ceil(answerCacheBytes / 4),
      sizeCalculation: ({ answer }) => sizeOf(answer),
    })
  }

  /**
   * What hangs on the caller's library alone, and on `what` is asked. `find` is told the version of the answer that is kept here: one
   * question finds out whether it still is that one, or brings the new one.
   */
  async ofLibrary(asking: Asking, what: unknown, find: (known: string) => Promise<Found>): Promise<Sent> {
    const { request, response, actor } = asking
    const key = JSON.stringify([actor.userId, what])
    const known = this.kept.get(key)
    const { version, answer } = await find(known?.version ?? NONE)
    if (known?.version === version) return sendKept(request, response, known.answer)
    const fresh = new KeptAnswer(answer())
    this.kept.set(key, { version, answer: fresh })
    return sendKept(request, response, fresh)
  }

  /** What hangs on more than that. */
  send({ request, response }: Pick<Asking, 'request' | 'response'>, answer: unknown): Promise<Sent> {
    return sendKept(request, response, new KeptAnswer(answer))
  }
}
