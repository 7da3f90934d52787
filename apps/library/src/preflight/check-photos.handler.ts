import {
  type Actor,
  type AlbumSection,
  type CapturedPhoto,
  type Input,
  captureInstant,
  library,
  PREFLIGHT_LIMITS,
  findUsualOffsets,
} from '@daymark/contracts'
import { Database, Handles, isId, RpcHandlers } from '@daymark/platform'
import type { Album } from '../albums/album.entity.ts'
import { findAlbum } from '../albums/read-albums.ts'
import { CAPTURE_SQL } from '../photos/photo-columns.ts'
import { type CheckedPhoto, checkPhotos, type PhotoFindingIds } from './findings.ts'

/** Columns for the checks. `isDuplicate` is true for each photo with the same bytes as an earlier photo of the list. */
const CHECKED_COLUMNS = `
  p.id, p.status, p.original_filename AS name, ${CAPTURE_SQL} AS capture,
  row_number() OVER (PARTITION BY p.sha256 ORDER BY m.position, p.id) > 1 AS "isDuplicate",
  p.exif ->> 'colorProfile' AS "colorProfile", p.exif ? 'gps' AS "hasGpsPosition",
  coalesce(p.visitor_file ->> 'kind' = 'patched' AND p.visitor_file -> 'patches' = '[]', false) AS "isUntouched", m.position`
const OWN_PHOTOS_IN_ORDER = `p.owner_id = $1 AND p.deleted_at IS NULL ORDER BY m.position, p.id LIMIT ${PREFLIGHT_LIMITS.photos}`
const SELECT_ALBUM_PHOTOS = `
  SELECT ${CHECKED_COLUMNS} FROM album_photos m JOIN photos p ON p.id = m.photo_id WHERE m.album_id = $2 AND ${OWN_PHOTOS_IN_ORDER}`
const SELECT_CHOSEN_PHOTOS = `
  SELECT ${CHECKED_COLUMNS} FROM unnest($2::uuid[]) WITH ORDINALITY AS m (photo_id, position) JOIN photos p ON p.id = m.photo_id WHERE ${OWN_PHOTOS_IN_ORDER}`
const SELECT_SHOWN_PHOTOS = `
  SELECT id, filename, original_filename AS "originalFilename", variants IS NOT NULL AS "isReady"
  FROM photos WHERE id = ANY ($1::uuid[]) AND owner_id = $2`

type CheckedRow = Omit<CheckedPhoto, 'section' | 'takenAt'> & CapturedPhoto & { position: number }
type ShownPhoto = { id: string; filename: string; originalFilename: string; isReady: boolean }

@RpcHandlers()
export class CheckPhotos {
  constructor(private readonly db: Database) {}

  /** Checks the photos of a link before it is sent, with three queries for any number of photos. */
  @Handles(library.checkPhotos)
  async checkPhotos({ albumId, photoIds = [] }: Input<typeof library.checkPhotos>, { userId }: Actor) {
    const album = albumId === undefined ? undefined : await findAlbum(this.db.em, albumId, userId)
    const rows = album
      ? await this.db.sql<CheckedRow>(SELECT_ALBUM_PHOTOS, [userId, album.id])
      : await this.db.sql<CheckedRow>(SELECT_CHOSEN_PHOTOS, [userId, photoIds.filter(isId)])
    const findings = checkPhotos(withCaptureTime(rows, album))
    return {
      total: rows.length,
      isFavorites: album?.isFavorites ?? false,
      findings: await this.describeFindings(findings, userId),
    }
  }

  private async describeFindings(findings: PhotoFindingIds[], ownerId: string) {
    const shownIds = findings.flatMap(({ ids }) => ids.slice(0, PREFLIGHT_LIMITS.shown))
    const rows = shownIds.length ? await this.db.sql<ShownPhoto>(SELECT_SHOWN_PHOTOS, [shownIds, ownerId]) : []
    const photosById = new Map(rows.map(row => [row.id, row]))
    return findings.map(({ kind, ids, names }) => ({
      kind,
      count: ids.length,
      photoIds: ids.slice(0, PREFLIGHT_LIMITS.ids),
      photos: ids.slice(0, PREFLIGHT_LIMITS.shown).flatMap(id => photosById.get(id) ?? []),
      names: names.slice(0, PREFLIGHT_LIMITS.shown),
    }))
  }
}

/** Adds capture time and section. Uses the same times as sorting by capture time, which is the fix that the finding suggests (rule 137). */
function withCaptureTime(rows: CheckedRow[], album: Album | undefined): CheckedPhoto[] {
  const usualOffsets = findUsualOffsets(rows)
  return rows.map(row => {
    const instant = captureInstant(row, usualOffsets, album?.captureOrder?.clocks ?? {})
    const takenAt = instant ? instant.ms + instant.restNanoseconds / NANOSECONDS_PER_MS : null
    return { ...row, takenAt, section: sectionIndexAt(album?.sections ?? [], row.position) }
  })
}
const NANOSECONDS_PER_MS = 1e6

const sectionIndexAt = (sections: AlbumSection[], position: number): number =>
  sections.findLastIndex(section => section.position <= position)
