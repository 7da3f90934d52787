import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

const HOUR_MS = 3_600_000
export const MAX_EVENTS_PER_HOUR = { visitor: 600, link: 50_000, all: 500_000 } as const

/**
 * Limits the activity of visitors per hour: per visitor, per link and in total. Each process counts in memory, so that a flood of requests
 * causes no load of the database; every replica has its own limits.
 */
@Injectable()
export class VisitorRateLimit {
  private hour = 0
  private all = 0
  private links = new Map<string, number>()
  private visitors = new Map<string, number>()
  constructor(private readonly clock: Clock) {}

  /** Counts an activity. Returns false if a limit of the visitor, the link or the process is reached. */
  allow(linkId: string, visitorId: string): boolean {
    this.startNewHour()
    const visitor = `${linkId} ${visitorId}`
    const [byLink, byVisitor] = [this.links.get(linkId) ?? 0, this.visitors.get(visitor) ?? 0]
    const { visitor: perVisitor, link: perLink, all } = MAX_EVENTS_PER_HOUR
    if (byVisitor >= perVisitor || byLink >= perLink || this.all >= all) return false
    this.visitors.set(visitor, byVisitor + 1)
    this.links.set(linkId, byLink + 1)
    this.all += 1
    return true
  }

  private startNewHour(): void {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS)
    if (hour === this.hour) return
    this.hour = hour
    this.all = 0
    this.links = new Map()
    this.visitors = new Map()
  }
}
