import { setTimeout } from 'node:timers/promises'
import type { ArchivedObject, FailedObject } from '@daymark/contracts'
import { Injectable } from '@nestjs/common'
import { MediaLog } from '../log.ts'
import { type Copying, ObjectCopier } from './copy-object.ts'
import { Places } from './places.ts'
import { type Ended, UnderWay } from './under-way.ts'

/** Objects on their way to or from a store at the same time: enough for one that is far, and few beside visitors. */
const AT_ONCE = 4
/** Who asked comes again for what takes longer. */
const TURN_MS = 2000

type Answer = { done: string[]; failed: FailedObject[] }
/** `ended`: undefined, it goes on, or its turn never came. `noted`: the other replicas are told of it. */
type Copy = { result: Promise<void>; begun: boolean; ended?: Ended | undefined; noted?: Promise<void> }
type Asked = { id: string; object: ArchivedObject }
type Mine = Asked & { copy: Copy }

/** Copies that were asked for, each once, whichever replica is asked: a large one goes on while its caller asks again. */
@Injectable()
export class Copies {
  private readonly running = new Map<string, Copy>()
  /** A store that is slow or away keeps nobody from the other. */
  private readonly places = { backup: new Places(AT_ONCE), offsite: new Places(AT_ONCE) }
  constructor(
    private readonly copier: ObjectCopier,
    private readonly underWay: UnderWay,
    log: MediaLog,
  ) {
    copier.failed = (error, { what, target, userId }, { sha256 }) =>
      log.copyFailed(error, { what, target, userId, sha256 })
  }

  async work(job: Copying, objects: ArchivedObject[]): Promise<Answer> {
    const asked = [...new Map(objects.map(object => [idOf(job, object), object]))].map(([id, object]) => ({
      ...{ id, object },
    }))
    const others = await this.underWay.of(asked.map(({ id }) => id).filter(id => !this.running.has(id)))
    const turn = {}
    const mine = asked
      .filter(({ id }) => !others.has(id))
      .map(one => ({ ...one, copy: this.running.get(one.id) ?? this.start(one, job, turn) }))
    const told = asked.map(one => ({ ...one, ended: others.get(one.id) ?? undefined }))
    const isNothingToDo = mine.length === 0 && told.every(({ ended }) => !ended)
    await turnOf(isNothingToDo ? undefined : mine.map(({ copy }) => copy.result))
    this.places[job.target].over(turn)
    await this.note(job, mine)
    return answerOf(job, [...told, ...(await this.collect(mine))])
  }

  private collect(mine: Mine[]): Promise<(Asked & { ended: Ended | undefined })[]> {
    return Promise.all(
      mine.map(async ({ id, object, copy: { ended, noted } }) => {
        if (ended && noted) await this.underWay.forget(id)
        return { id, object, ended }
      }),
    )
  }

  /** What takes longer than this call. */
  private async note({ userId }: Copying, mine: Mine[]): Promise<void> {
    const late = mine.filter(({ copy }) => copy.begun && !copy.ended && !copy.noted)
    const noted = this.underWay.note(
      userId,
      late.map(({ id }) => id),
    )
    for (const { copy } of late) copy.noted = noted
    await noted
  }

  private start({ id, object }: Asked, job: Copying, turn: object): Copy {
    const copy: Copy = { result: Promise.resolve(), begun: false }
    this.running.set(id, copy)
    copy.result = this.inPlace(copy, { job, object, turn }).then(() => void this.running.delete(id))
    void copy.result.then(async () => {
      const { ended, noted } = copy
      if (ended) await noted?.then(() => this.underWay.end(id, ended)).catch(() => undefined)
    })
    return copy
  }

  private async inPlace(copy: Copy, of: { job: Copying; object: ArchivedObject; turn: object }): Promise<void> {
    const places = this.places[of.job.target]
    if (!(await places.take(of.turn))) return
    copy.begun = true
    copy.ended = (await this.copier.run(of.job, of.object)) ?? 'done'
    places.giveBack()
  }
}

/** Until all of them have ended, at most so long; none: so long, as others are at work on what was asked for. */
async function turnOf(results: Promise<void>[] | undefined): Promise<void> {
  const over = new AbortController()
  const time = setTimeout(TURN_MS, undefined, { signal: over.signal }).catch(() => undefined)
  await (results ? Promise.race([Promise.all(results), time]) : time)
  over.abort()
}

function answerOf({ what }: Copying, all: { object: ArchivedObject; ended: Ended | undefined }[]): Answer {
  const answer: Answer = { done: [], failed: [] }
  for (const { object, ended } of all)
    if (ended === 'done') answer.done.push(what === 'restore' ? object.key : object.sha256)
    else if (ended) answer.failed.push({ sha256: object.sha256, reason: ended })
  return answer
}

const idOf = ({ what, target, userId }: Copying, { key, sha256 }: ArchivedObject): string =>
  [what, target, userId, sha256, what === 'restore' ? key : ''].join(' ')
