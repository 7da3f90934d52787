import { HOUR_MS } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

export const MAX_EVENTS_PER_HOUR = { visitor: 600, link: 50_000, all: 500_000 } as const

/**
 * Limits the activity of visitors per hour: per visitor, per link and in total. Each process counts in memory, so that a flood of requests
 * causes no load of the database; every replica has its own limits.
 */
@Injectable()
export class VisitorRateLimit {
  private hour = 0
  private totalCount = 0
  private countByLink = new Map<string, number>()
  private countByVisitor = new Map<string, number>()
  constructor(private readonly clock: Clock) {}

  /** Counts an activity. Returns false if a limit of the visitor, the link or the process is reached. */
  allow(linkId: string, visitorId: string): boolean {
    this.startNewHour()
    const visitorOfLink = `${linkId} ${visitorId}`
    const linkCount = this.countByLink.get(linkId) ?? 0
    const visitorCount = this.countByVisitor.get(visitorOfLink) ?? 0
    const { visitor: maxPerVisitor, link: maxPerLink, all: maxTotal } = MAX_EVENTS_PER_HOUR
    if (visitorCount >= maxPerVisitor || linkCount >= maxPerLink || this.totalCount >= maxTotal) return false
    this.countByVisitor.set(visitorOfLink, visitorCount + 1)
    this.countByLink.set(linkId, linkCount + 1)
    this.totalCount += 1
    return true
  }

  private startNewHour(): void {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS)
    if (hour === this.hour) return
    this.hour = hour
    this.totalCount = 0
    this.countByLink = new Map()
    this.countByVisitor = new Map()
  }
}
