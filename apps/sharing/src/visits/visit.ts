import { VISIT_GAP_MS } from '@daymark/contracts'
import { prepared, type Tx } from '@daymark/platform'
import { readReportedSeconds } from './track-input.ts'

export type Visit = { id: string; startedAt: Date; lastAt: Date; durationSeconds: number }

const FIND_LATEST_VISIT = prepared(`
  SELECT id, started_at AS "startedAt", last_at AS "lastAt", duration_seconds AS "durationSeconds"
  FROM visits WHERE link_id = $1 AND visitor_id = $2 ORDER BY started_at DESC LIMIT 1`)
const INSERT_VISIT = prepared(`
  INSERT INTO visits (link_id, visitor_id, started_at, last_at) VALUES ($1, $2, $3, $3) RETURNING id`)
const UPDATE_VISIT = prepared(`
  UPDATE visits SET last_at = GREATEST(last_at, $2), page_views = page_views + $3, photo_views = photo_views + $4,
    duration_seconds = $5 WHERE id = $1`)

export async function findLatestVisit(tx: Tx, linkId: string, visitorId: string): Promise<Visit | undefined> {
  const [visit] = await tx.sql<Visit>(FIND_LATEST_VISIT, [linkId, visitorId])
  return visit
}

export const isOngoing = ({ lastAt }: Visit, now: Date): boolean => lastAt.getTime() > now.getTime() - VISIT_GAP_MS

export async function beginVisit(tx: Tx, linkId: string, visitorId: string, now: Date): Promise<Visit> {
  const [row] = await tx.sql<{ id: string }>(INSERT_VISIT, [linkId, visitorId, now])
  return { id: String(row?.id), startedAt: now, lastAt: now, durationSeconds: 0 }
}

type VisitActivity = { at: Date; pageViews: number; photoViews: number; seconds: number }
export const extendVisit = (tx: Tx, visit: Visit, { at, pageViews, photoViews, seconds }: VisitActivity): void =>
  void tx.sql(UPDATE_VISIT, [visit.id, at, pageViews, photoViews, seconds])

/**
 * S-TRK-08: the time between the first and the last event, or the duration that the page reports when it is closed,
 * which is limited by the elapsed time and the longest gap within a visit.
 */
export function visitDuration(visit: Visit, now: Date, data: Record<string, unknown> | undefined): number {
  const elapsed = Math.round((Math.max(now.getTime(), visit.lastAt.getTime()) - visit.startedAt.getTime()) / 1000)
  const reported = Math.min(readReportedSeconds(data), elapsed + VISIT_GAP_MS / 1000)
  return Math.max(visit.durationSeconds, elapsed, reported)
}
