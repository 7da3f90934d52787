import { lanes, type Envelope, type LaneName } from '@daymark/contracts'
import { prepared, type Sql } from './prepared.ts'

const BATCH = 500
/** As long as so few wait that all can go at once, nobody needs a turn. */
const FEW = 256
/** Owners that one look finds per lane; the next look goes on behind them. */
const OWNERS = 64
/** Rows of one owner and lane that may be under way: the fewer, the more owners there are. */
const MOST_OF_ONE = 1000
const LEAST_OF_ONE = 8
const OF_ALL = 4096
/** Only keeps memory bounded; what cannot be handled has filled it. Each lane has its own. */
const MAX_IN_LANE = 16_384

/** Of each lane (urgent first) and each of its owners in turn the oldest rows that are not under way. */
const NEXT = prepared(`
  SELECT l.lane, o.owner, r.seq, r.envelope
  FROM unnest($1::text[], $2::text[]) AS l (lane, after)
  CROSS JOIN LATERAL (
    WITH RECURSIVE owners (owner) AS (
      (SELECT owner FROM outbox WHERE lane = l.lane AND owner > l.after ORDER BY owner LIMIT 1)
      UNION ALL
      SELECT (SELECT b.owner FROM outbox b WHERE b.lane = l.lane AND b.owner > a.owner ORDER BY b.owner LIMIT 1)
      FROM owners a WHERE a.owner IS NOT NULL
    )
    SELECT owner FROM owners WHERE owner IS NOT NULL LIMIT ${OWNERS}
  ) o
  LEFT JOIN LATERAL (
    SELECT seq, envelope FROM (
      SELECT seq, envelope FROM outbox WHERE lane = l.lane AND owner = o.owner ORDER BY lane, owner, seq LIMIT $3
    ) oldest WHERE seq NOT IN (SELECT unnest($4::bigint[]))
  ) r ON true
  LIMIT ${BATCH}`)

const ALL = prepared(
  `SELECT lane, owner, seq, envelope FROM outbox WHERE seq NOT IN (SELECT unnest($1::bigint[])) ORDER BY seq LIMIT ${FEW}`,
)

type Found = { lane: LaneName; owner: string; seq: string | null; envelope: Envelope }
export type Row = { seq: string; lane: LaneName; envelope: Envelope }

/**
 * Which rows of the outbox go next. Lanes have rooms of their own, so that what is slow or plenty holds up nothing urgent; within
 * a lane owners take turns, and each has only so many rows under way.
 */
export class OutboxTurns {
  private readonly underWay = new Map<string, { lane: LaneName; owner: string }>()
  private readonly counts = new Map<string, number>()
  /** Where a lane's round of its owners goes on, and whether something went in this round. */
  private readonly after = new Map<LaneName, string>()
  private readonly moved = new Set<LaneName>()
  /** Rows were left behind that may go as soon as others are done. */
  held = false
  /** More waited than could go at once, and: this look goes by turns. */
  private isCrowded = false
  private inTurns = false

  next(): [sql: Sql, params: unknown[]] | undefined {
    this.inTurns = this.isCrowded || this.underWay.size >= FEW
    this.held = false
    if (!this.inTurns) return [ALL, [[...this.underWay.keys()]]]
    const open = lanes.filter(lane => (this.counts.get(lane) ?? 0) < MAX_IN_LANE)
    this.held = open.length < lanes.length
    if (!open.length) return undefined
    return [NEXT, [open, open.map(lane => this.after.get(lane) ?? ''), this.window, [...this.underWay.keys()]]]
  }

  /** Marks what was found as under way. Answers the rows, and whether there may be more that could go at once. */
  take(found: Found[]): { rows: Row[]; more: boolean } {
    const limit = this.window
    const rows: Row[] = []
    for (const { lane, owner, seq, envelope } of found) {
      if (seq === null) continue
      this.underWay.set(seq, { lane, owner })
      this.count(lane, owner, 1)
      rows.push({ seq, lane, envelope })
    }
    if (!this.inTurns) {
      this.isCrowded = found.length === FEW
      return { rows, more: this.isCrowded }
    }
    for (const { lane, owner } of found) this.held ||= (this.counts.get(`${lane} ${owner}`) ?? 0) >= limit
    const more = this.moveOn(found)
    this.isCrowded = more || this.held
    return { rows, more }
  }

  done(seq: string): void {
    const row = this.underWay.get(seq)
    if (!row) return
    this.underWay.delete(seq)
    this.count(row.lane, row.owner, -1)
  }

  private get window(): number {
    return Math.max(LEAST_OF_ONE, Math.min(MOST_OF_ONE, Math.floor(OF_ALL / (this.counts.size + 1))))
  }

  private moveOn(found: Found[]): boolean {
    const cut = found.length === BATCH ? found.at(-1)?.lane : undefined
    const looked = cut ? lanes.slice(0, lanes.indexOf(cut) + 1) : lanes
    const mores = looked.map(lane => {
      const mine = found.filter(row => row.lane === lane)
      return this.moveLane(lane, mine, lane === cut)
    })
    return mores.includes(true)
  }

  /** A lane goes on behind the last owner that was looked at, and begins anew behind the last there is. */
  private moveLane(lane: LaneName, mine: Found[], isCut: boolean): boolean {
    if (mine.some(row => row.seq !== null)) this.moved.add(lane)
    if (isCut || new Set(mine.map(row => row.owner)).size === OWNERS) {
      this.after.set(lane, mine.at(-1)?.owner ?? '')
      return true
    }
    // a round that began in the middle lacks the owners before; one in which nothing could go waits for others to be done
    const isHalf = this.after.delete(lane) && this.moved.has(lane)
    this.moved.delete(lane)
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
