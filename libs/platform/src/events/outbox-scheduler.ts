import { lanes, type Envelope, type LaneName } from '@daymark/contracts'
import { prepared, type Sql } from '../db/connection.ts'

const BATCH = 500
/** Up to this number rows are published in order of commit, without round-robin. */
const SMALL_BATCH = 256
/** Owners per lane that one query finds; the next query continues after them. */
const OWNERS_PER_PASS = 64
/** Limits of rows in flight per owner and lane; the limit shrinks as the number of owners grows. */
const MAX_PER_OWNER = 1000
const MIN_PER_OWNER = 8
const MAX_TOTAL = 4096
/** Bounds memory; a lane reaches it only if its events cannot be handled. */
const MAX_IN_LANE = 16_384

/** The oldest rows that are not in flight, for each lane (urgent first) and the next owners of that lane. */
const NEXT_BY_OWNER = prepared(`
  SELECT l.lane, o.owner, r.seq, r.envelope
  FROM unnest($1::text[], $2::text[]) AS l (lane, after)
  CROSS JOIN LATERAL (
    WITH RECURSIVE owners (owner) AS (
      (SELECT owner FROM outbox WHERE lane = l.lane AND owner > l.after ORDER BY owner LIMIT 1)
      UNION ALL
      SELECT (SELECT b.owner FROM outbox b WHERE b.lane = l.lane AND b.owner > a.owner ORDER BY b.owner LIMIT 1)
      FROM owners a WHERE a.owner IS NOT NULL
    )
    SELECT owner FROM owners WHERE owner IS NOT NULL LIMIT ${OWNERS_PER_PASS}
  ) o
  LEFT JOIN LATERAL (
    SELECT seq, envelope FROM (
      SELECT seq, envelope FROM outbox WHERE lane = l.lane AND owner = o.owner ORDER BY lane, owner, seq LIMIT $3
    ) oldest WHERE seq NOT IN (SELECT unnest($4::bigint[]))
  ) r ON true
  LIMIT ${BATCH}`)

const OLDEST = prepared(
  `SELECT lane, owner, seq, envelope FROM outbox WHERE seq NOT IN (SELECT unnest($1::bigint[])) ORDER BY seq LIMIT ${SMALL_BATCH}`,
)

type Candidate = { lane: LaneName; owner: string; seq: string | null; envelope: Envelope }
export type Row = { seq: string; lane: LaneName; envelope: Envelope }

/**
 * Chooses the rows of the outbox that are published next. Each lane has its own limit, so that slow or numerous events do not delay
 * urgent ones. Within a lane owners are served round-robin, each with a limited number of rows in flight.
 */
export class OutboxScheduler {
  private readonly inFlight = new Map<string, { lane: LaneName; owner: string }>()
  private readonly counts = new Map<string, number>()
  /** The last owner visited in each lane, and the lanes in which this round published a row. */
  private readonly cursors = new Map<LaneName, string>()
  private readonly progressed = new Set<LaneName>()
  /** Rows were skipped that can be published as soon as others are done. */
  hasDeferredRows = false
  /** More rows waited than one query returns; and whether the current query is round-robin. */
  private isCrowded = false
  private isRoundRobin = false

  next(): [sql: Sql, params: unknown[]] | undefined {
    this.isRoundRobin = this.isCrowded || this.inFlight.size >= SMALL_BATCH
    this.hasDeferredRows = false
    if (!this.isRoundRobin) return [OLDEST, [[...this.inFlight.keys()]]]
    const open = lanes.filter(lane => (this.counts.get(lane) ?? 0) < MAX_IN_LANE)
    this.hasDeferredRows = open.length < lanes.length
    if (!open.length) return undefined
    const afterOwners = open.map(lane => this.cursors.get(lane) ?? '')
    return [NEXT_BY_OWNER, [open, afterOwners, this.maxPerOwner, [...this.inFlight.keys()]]]
  }

  /** Marks the found rows as in flight. `more`: another query may find further rows at once. */
  accept(found: Candidate[]): { rows: Row[]; more: boolean } {
    const limit = this.maxPerOwner
    const rows: Row[] = []
    for (const { lane, owner, seq, envelope } of found) {
      if (seq === null) continue
      this.inFlight.set(seq, { lane, owner })
      this.count(lane, owner, 1)
      rows.push({ seq, lane, envelope })
    }
    if (!this.isRoundRobin) {
      this.isCrowded = found.length === SMALL_BATCH
      return { rows, more: this.isCrowded }
    }
    for (const { lane, owner } of found) this.hasDeferredRows ||= (this.counts.get(`${lane} ${owner}`) ?? 0) >= limit
    const more = this.advance(found)
    this.isCrowded = more || this.hasDeferredRows
    return { rows, more }
  }

  done(seq: string): void {
    const row = this.inFlight.get(seq)
    if (!row) return
    this.inFlight.delete(seq)
    this.count(row.lane, row.owner, -1)
  }

  private get maxPerOwner(): number {
    return Math.max(MIN_PER_OWNER, Math.min(MAX_PER_OWNER, Math.floor(MAX_TOTAL / (this.counts.size + 1))))
  }

  private advance(found: Candidate[]): boolean {
    const cut = found.length === BATCH ? found.at(-1)?.lane : undefined
    const visited = cut ? lanes.slice(0, lanes.indexOf(cut) + 1) : lanes
    const mayFindMore = visited.map(lane => {
      const mine = found.filter(row => row.lane === lane)
      return this.advanceLane(lane, mine, lane === cut)
    })
    return mayFindMore.includes(true)
  }

  /** Moves the cursor of a lane after the last visited owner, or back to the start after the last owner of the lane. */
  private advanceLane(lane: LaneName, mine: Candidate[], isCut: boolean): boolean {
    if (mine.some(row => row.seq !== null)) this.progressed.add(lane)
    if (isCut || new Set(mine.map(row => row.owner)).size === OWNERS_PER_PASS) {
      this.cursors.set(lane, mine.at(-1)?.owner ?? '')
      return true
    }
    // a round that started in the middle skipped earlier owners; a round without progress must wait for rows in flight
    const isHalf = this.cursors.delete(lane) && this.progressed.has(lane)
    this.progressed.delete(lane)
    return isHalf
  }

  private count(lane: string, owner: string, by: 1 | -1): void {
    for (const key of [lane, `${lane} ${owner}`]) {
      const n = (this.counts.get(key) ?? 0) + by
      if (n > 0) this.counts.set(key, n)
      else this.counts.delete(key)
    }
  }
}
