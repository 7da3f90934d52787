import { Injectable } from '@nestjs/common'
import type { Response } from 'express'
import { onceClosed } from '../http/once-closed.ts'

/** Answers to visitors that are still being sent: a link that ends, ends them too (READINGS 33). */
@Injectable()
export class LiveDownloads {
  private readonly running = new Map<string, Set<Response>>()

  add(linkId: string, response: Response): void {
    const mine = this.running.get(linkId) ?? new Set()
    this.running.set(linkId, mine.add(response))
    onceClosed(response, () => {
      mine.delete(response)
      if (mine.size === 0 && this.running.get(linkId) === mine) this.running.delete(linkId)
    })
  }

  end(linkId: string): void {
    for (const response of this.running.get(linkId) ?? []) response.destroy()
  }
}
