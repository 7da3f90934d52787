import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'

const HOUR_MS = 3_600_000
export const EVENTS_PER_HOUR = { visitor: 600, link: 50_000, all: 500_000 } as const

/**
 * Anybody may send visits, so what is kept per hour is bounded: by visitor, by link, and in all. Counted per process and in memory:
 * a flood then costs nothing, and several replicas only allow several times as much.
 */
@Injectable()
export class VisitBudget {
  private hour = 0
  private all = 0
  private links = new Map<string, number>()
  private visitors = new Map<string, number>()
  constructor(private readonly clock: Clock) {}

  /** False: nothing more of this visitor, or of anybody, is kept this hour. */
  spend(linkId: string, visitorId: string): boolean {
    this.turnHour()
    const visitor = `${linkId} ${visitorId}`
    const [byLink, byVisitor] = [this.links.get(linkId) ?? 0, this.visitors.get(visitor) ?? 0]
    const { visitor: perVisitor, link: perLink, all } = EVENTS_PER_HOUR
    if (byVisitor >= perVisitor || byLink >= perLink || this.all >= all) return false
    this.visitors.set(visitor, byVisitor + 1)
    this.links.set(linkId, byLink + 1)
    this.all += 1
    return true
  }

  private turnHour(): void {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS)
    if (hour === this.hour) return
    this.hour = hour
    this.all = 0
    this.links = new Map()
    this.visitors = new Map()
  }
}
