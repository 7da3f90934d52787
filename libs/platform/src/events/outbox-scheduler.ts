import { priorities, type Envelope, type Priority } from '@daymark/contracts'
import { preparedStatement, type Sql } from '../db/connection.ts'

const BATCH_SIZE = 500
/** Up to this number of rows in flight, rows are published in order of commit, without round-robin. */
const MAX_SMALL_BATCH = 256
/** Maximum number of owners per priority that one query finds. The next query continues after them. */
const OWNERS_PER_PASS = 64
/** Bounds of the limit for rows in flight per owner and priority. The limit is lower when rows of many owners are in flight. */
const MAX_PER_OWNER = 1000
const MIN_PER_OWNER = 8
/** Target for the rows in flight of all owners together. Each owner may use an equal share. */
const MAX_IN_FLIGHT = 4096
/** Maximum number of rows in flight per priority. It bounds memory; a priority reaches it only if its events cannot be handled. */
const MAX_PER_PRIORITY = 16_384

/** The oldest rows that are not in flight, for each priority (urgent first) and the next owners of that priority. */
const SELECT_NEXT_BY_OWNER = preparedStatement(`
  SELECT l.priority, o.owner, r.seq, r.envelope
  FROM unnest($1::text[], $2::text[]) AS l (priority, after)
  CROSS JOIN LATERAL (
    WITH RECURSIVE owners (owner) AS (
      (SELECT owner FROM outbox WHERE priority = l.priority AND owner > l.after ORDER BY owner LIMIT 1)
      UNION ALL
      SELECT (SELECT b.owner FROM outbox b WHERE b.priority = l.priority AND b.owner > a.owner ORDER BY b.owner LIMIT 1)
      FROM owners a WHERE a.owner IS NOT NULL
    )
    SELECT owner FROM owners WHERE owner IS NOT NULL LIMIT ${OWNERS_PER_PASS}
  ) o
  LEFT JOIN LATERAL (
    SELECT seq, envelope FROM (
      SELECT seq, envelope FROM outbox WHERE priority = l.priority AND owner = o.owner ORDER BY priority, owner, seq LIMIT $3
    ) oldest WHERE seq NOT IN (SELECT unnest($4::bigint[]))
  ) r ON true
  LIMIT ${BATCH_SIZE}`)

const SELECT_OLDEST = preparedStatement(
  `SELECT priority, owner, seq, envelope FROM outbox WHERE seq NOT IN (SELECT unnest($1::bigint[])) ORDER BY seq LIMIT ${MAX_SMALL_BATCH}`,
)

type Candidate = { priority: Priority; owner: string; seq: string | null; envelope: Envelope }
export type OutboxRow = { seq: string; priority: Priority; envelope: Envelope }

/**
 * Chooses the rows of the outbox that are published next. Each priority has its own limit, so that slow or numerous events do not delay
 * urgent ones. Within a priority owners are served round-robin, each with a limited number of rows in flight.
 */
export class OutboxScheduler {
  private readonly inFlight = new Map<string, { priority: Priority; owner: string }>()
  private readonly inFlightCounts = new Map<string, number>()
  /** The last owner visited in each priority. */
  private readonly ownerCursors = new Map<Priority, string>()
  /** Priorities in which the current round has published a row. */
  private readonly progressedPriorities = new Set<Priority>()
  /** Whether rows were skipped that can be published as soon as other rows have been published. */
  hasDeferredRows = false
  /** Whether more rows wait than one query returns. */
  private hasMoreRows = false
  /** Whether the current query serves owners round-robin. */
  private isRoundRobin = false

  /** The query for the next rows. Undefined if every priority has reached its limit. */
  nextQuery(): [sql: Sql, params: unknown[]] | undefined {
    this.isRoundRobin = this.hasMoreRows || this.inFlight.size >= MAX_SMALL_BATCH
    this.hasDeferredRows = false
    if (!this.isRoundRobin) return [SELECT_OLDEST, [[...this.inFlight.keys()]]]
    const openPriorities = priorities.filter(priority => (this.inFlightCounts.get(priority) ?? 0) < MAX_PER_PRIORITY)
    this.hasDeferredRows = openPriorities.length < priorities.length
    if (!openPriorities.length) return undefined
    const afterOwners = openPriorities.map(priority => this.ownerCursors.get(priority) ?? '')
    return [SELECT_NEXT_BY_OWNER, [openPriorities, afterOwners, this.maxPerOwner, [...this.inFlight.keys()]]]
  }

  /** Marks the found rows as in flight. `hasMore`: another query may find further rows immediately. */
  markInFlight(candidates: Candidate[]): { rows: OutboxRow[]; hasMore: boolean } {
    const limit = this.maxPerOwner
    const rows: OutboxRow[] = []
    for (const { priority, owner, seq, envelope } of candidates) {
      if (seq === null) continue
      this.inFlight.set(seq, { priority, owner })
      this.addToCounts(priority, owner, 1)
      rows.push({ seq, priority, envelope })
    }
    if (!this.isRoundRobin) {
      this.hasMoreRows = candidates.length === MAX_SMALL_BATCH
      return { rows, hasMore: this.hasMoreRows }
    }
    for (const { priority, owner } of candidates)
      this.hasDeferredRows ||= (this.inFlightCounts.get(`${priority} ${owner}`) ?? 0) >= limit
    const hasMore = this.advanceCursors(candidates)
    this.hasMoreRows = hasMore || this.hasDeferredRows
    return { rows, hasMore }
  }

  markDone(seq: string): void {
    const row = this.inFlight.get(seq)
    if (!row) return
    this.inFlight.delete(seq)
    this.addToCounts(row.priority, row.owner, -1)
  }

  private get maxPerOwner(): number {
    return Math.max(MIN_PER_OWNER, Math.min(MAX_PER_OWNER, Math.floor(MAX_IN_FLIGHT / (this.inFlightCounts.size + 1))))
  }

  /** Returns whether another query may find more rows. */
  private advanceCursors(candidates: Candidate[]): boolean {
    const truncatedPriority = candidates.length === BATCH_SIZE ? candidates.at(-1)?.priority : undefined
    const visitedPriorities = truncatedPriority
      ? priorities.slice(0, priorities.indexOf(truncatedPriority) + 1)
      : priorities
    const mayFindMore = visitedPriorities.map(priority => {
      const priorityCandidates = candidates.filter(row => row.priority === priority)
      return this.advancePriority(priority, priorityCandidates, priority === truncatedPriority)
    })
    return mayFindMore.includes(true)
  }

  /**
   * Moves the cursor of a priority after the last visited owner, or back to the start after the last owner of the priority. Returns whether
   * another query may find more rows.
   */
  private advancePriority(priority: Priority, candidates: Candidate[], isTruncated: boolean): boolean {
    if (candidates.some(row => row.seq !== null)) this.progressedPriorities.add(priority)
    if (isTruncated || new Set(candidates.map(row => row.owner)).size === OWNERS_PER_PASS) {
      this.ownerCursors.set(priority, candidates.at(-1)?.owner ?? '')
      return true
    }
    // A round that started in the middle skipped earlier owners, so another round is needed. A round without progress must wait for rows in
    // flight.
    const isPartialRound = this.ownerCursors.delete(priority) && this.progressedPriorities.has(priority)
    this.progressedPriorities.delete(priority)
    return isPartialRound
  }

  private addToCounts(priority: string, owner: string, delta: 1 | -1): void {
    for (const key of [priority, `${priority} ${owner}`]) {
      const n = (this.inFlightCounts.get(key) ?? 0) + delta
      if (n > 0) this.inFlightCounts.set(key, n)
      else this.inFlightCounts.delete(key)
    }
  }
}
