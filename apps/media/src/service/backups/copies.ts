import { setTimeout } from 'node:timers/promises'
import type { ArchivedObject, FailedObject } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { MediaLog } from '../log.ts'
import { type Copying, ObjectCopier } from './copy-object.ts'

/** Objects on their way to or from a store at the same time: enough for one that is far, and few beside visitors. */
const AT_ONCE = 4
/** Who asked comes again for what takes longer. */
const TURN_MS = 2000
/** An answer that nobody fetched, because another replica was asked, is forgotten. */
const KEPT_MS = 60_000

type Reason = FailedObject['reason'] | undefined
type Answer = { done: string[]; failed: FailedObject[] }

/** Copies that were asked for, each once in this process: a large one goes on while its caller asks again. */
@Injectable()
export class Copies {
  private readonly running = new Map<string, { result: Promise<Reason>; ended?: Reason | 'done' }>()
  private readonly copier: ObjectCopier
  /** A store that is slow or away keeps nobody from the other. */
  private readonly places = { backup: new Places(), offsite: new Places() }
  constructor(copier: ObjectCopier, log: MediaLog) {
    this.copier = copier
    copier.failed = (error, { what, target, userId }, { sha256 }) =>
      log.copyFailed(error, { what, target, userId, sha256 })
  }

  async work(job: Copying, objects: ArchivedObject[]): Promise<Answer> {
    const asked = [...new Map(objects.map(object => [object.sha256 + object.key, object])).values()]
    const entries = asked.map(object => ({ object, key: keyOf(job, object) }))
    const late = new AbortController()
    const all = Promise.all(entries.map(({ object, key }) => this.start(key, job, object)))
    await Promise.race([all, setTimeout(TURN_MS, undefined, { signal: late.signal }).catch(() => undefined)])
    late.abort()
    return this.collect(job, entries)
  }

  private collect({ what }: Copying, entries: { object: ArchivedObject; key: string }[]): Answer {
    const answer: Answer = { done: [], failed: [] }
    for (const { object, key } of entries) {
      const ended = this.running.get(key)?.ended
      if (!ended) continue
      this.running.delete(key)
      if (ended === 'done') answer.done.push(what === 'bring' ? object.key : object.sha256)
      else answer.failed.push({ sha256: object.sha256, reason: ended })
    }
    return answer
  }

  private start(key: string, job: Copying, object: ArchivedObject): Promise<Reason> {
    const known = this.running.get(key)
    if (known) return known.result
    const one: { result: Promise<Reason>; ended?: Reason | 'done' } = { result: this.inTurn(job, object) }
    this.running.set(key, one)
    void one.result.then(reason => {
      one.ended = reason ?? 'done'
      const forget = (): void => void (this.running.get(key) === one && this.running.delete(key))
      globalThis.setTimeout(forget, KEPT_MS).unref()
    })
    return one.result
  }

  private async inTurn(job: Copying, object: ArchivedObject): Promise<Reason> {
    const places = this.places[job.target]
    await places.take()
    try {
      return await this.copier.run(job, object)
    } finally {
      places.giveBack()
    }
  }
}

class Places {
  private taken = 0
  private readonly waiting: (() => void)[] = []

  async take(): Promise<void> {
    if (this.taken === AT_ONCE) await new Promise<void>(resolve => this.waiting.push(resolve))
    else this.taken += 1
  }
  giveBack(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.taken -= 1
  }
}

const keyOf = ({ what, target, userId }: Copying, { key, sha256 }: ArchivedObject): string =>
  [what, target, userId, sha256, what === 'bring' ? key : ''].join(' ')
