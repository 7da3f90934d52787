import { type Actor, library } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { GatewayConfig } from '../config.ts'
import type { Sent } from '../routing/serves.ts'
import { KeptAnswer, KeptAnswers } from './kept-answers.ts'
import { sendKept } from './send-kept.ts'

export type Asking = { request: Request; response: Response; actor: Actor }

/** What reads of the public API answer, with an ETag each. */
@Injectable()
export class LibraryAnswers {
  private readonly rpc: RpcClient
  private readonly answers: KeptAnswers

  constructor(rpc: RpcClient, config: GatewayConfig) {
    this.rpc = rpc
    this.answers = new KeptAnswers(Math.ceil(config.answerCacheBytes / 4))
  }

  /** What hangs on the caller's library alone, and on `what` is asked: kept for as long as the library is as it is. */
  async ofLibrary({ request, response, actor }: Asking, what: unknown, build: () => Promise<unknown>): Promise<Sent> {
    // Asked first, so that what is kept under it is never older.
    const { version } = await this.rpc.call(library.getVersion, {}, actor)
    const key = JSON.stringify([actor.userId, version, what])
    return sendKept(request, response, await this.answers.get(key, build))
  }

  /** What hangs on more than that. */
  send({ request, response }: Pick<Asking, 'request' | 'response'>, answer: unknown): Promise<Sent> {
    return sendKept(request, response, new KeptAnswer(answer))
  }
}
