import type { ServerResponse } from 'node:http'
import { AppError } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { onceClosed } from '../../http/when-closed.ts'

export type Allowed = { linkId: string; expiresAt?: string | null | undefined; watermark: boolean }
type Wanted<T extends Allowed> = {
  response: ServerResponse
  /** May it be sent? Rejects where the request is refused; asked again when the link has changed. */
  ask(): Promise<T>
  /** Is this photo in it? */
  shows(photoId: string, allowed: T): boolean
}
type Download = Pick<Allowed, 'linkId' | 'watermark'> & {
  response: ServerResponse
  ask(): Promise<Allowed>
  shows(photoId: string): boolean
}

/** Where nobody could say whether it is still allowed, so long passes before it is asked again. */
const ASK_AGAIN_MS = 1000
/** Clocks of two machines differ: who says that it is over is sharing. */
const SOONEST_MS = 250
/** Timers know no longer ones. */
const LONGEST_MS = 2 ** 31 - 1

/** Answers to visitors that are still being sent: what would be refused now is broken off (rule 33). */
@Injectable()
export class LiveDownloads {
  private readonly running = new Map<string, Set<Download>>()
  private changes = 0
  private readonly timers = new WeakMap<Download, NodeJS.Timeout>()

  constructor(private readonly clock: Clock) {}

  /** What `ask` answers first, for an answer that is broken off as soon as it would be refused. */
  async begin<T extends Allowed>({ response, ask, shows }: Wanted<T>): Promise<T> {
    const changesBefore = this.changes
    const allowed = await ask()
    const download = this.follow({ response, ask, shows }, allowed)
    // What changed while the question was on its way may have come too late for its answer.
    if (this.changes !== changesBefore) void this.ask(download)
    return allowed
  }

  /** An answer that is under way already, of somebody who has just been let in. */
  follow<T extends Allowed>({ response, ask, shows }: Wanted<T>, allowed: T): Download {
    const { linkId, watermark } = allowed
    const download = { linkId, watermark, response, ask, shows: (id: string) => shows(id, allowed) }
    this.add(download)
    this.watchExpiry(download, allowed)
    return download
  }

  /** The link is no more. */
  end(linkId: string): void {
    this.changes++
    for (const { response } of this.running.get(linkId) ?? []) response.destroy()
  }

  /** The link was changed: downloads switched off, a password set, another date. */
  check(linkId: string): void {
    this.changes++
    for (const download of this.running.get(linkId) ?? []) void this.ask(download)
  }

  /** Links of somebody were closed: it happens so seldom that all are asked. */
  checkAll(): void {
    for (const linkId of this.running.keys()) this.check(linkId)
  }

  endPhoto(photoId: string): void {
    for (const mine of this.running.values())
      for (const { response, shows } of mine) if (shows(photoId)) response.destroy()
  }

  private add(download: Download): void {
    const { linkId } = download
    const mine = this.running.get(linkId) ?? new Set()
    this.running.set(linkId, mine.add(download))
    onceClosed(download.response, () => {
      clearTimeout(this.timers.get(download))
      mine.delete(download)
      if (mine.size === 0 && this.running.get(linkId) === mine) this.running.delete(linkId)
    })
  }

  private async ask(download: Download): Promise<void> {
    try {
      const allowed = await download.ask()
      // rule 40: what is under way without a watermark is not for this link any more.
      if (allowed.watermark && !download.watermark) download.response.destroy()
      this.watchExpiry(download, allowed)
    } catch (error) {
      if (error instanceof AppError && error.status < 500) download.response.destroy()
      else this.askIn(download, ASK_AGAIN_MS)
    }
  }

  private watchExpiry(download: Download, { expiresAt }: Allowed): void {
    if (expiresAt) this.askIn(download, Date.parse(expiresAt) - this.clock.now().getTime())
  }

  private askIn(download: Download, ms: number): void {
    clearTimeout(this.timers.get(download))
    if (download.response.closed) return
    const timer = setTimeout(() => void this.ask(download), Math.min(Math.max(ms, SOONEST_MS), LONGEST_MS))
    this.timers.set(download, timer.unref())
  }
}
