import { type Actor, errors } from '@daymark/contracts'
import { isId, type Tx } from '@daymark/platform'
import { UploadLink } from './upload-link.entity.ts'

/** The caller's own upload link, locked. Upload links of other users do not exist for the caller. */
export async function lockOwnUploadLink(tx: Tx, id: string, { userId }: Actor): Promise<UploadLink> {
  const link =
    isId(id) && isId(userId)
      ? await tx.em.findOne(UploadLink, { where: { id, ownerId: userId }, lock: { mode: 'pessimistic_write' } })
      : null
  if (!link) throw errors.UPLOAD_LINK_NOT_FOUND()
  return link
}

/** SECTION_NOT_FOUND unless the album has the section. */
export async function assertSectionExists(tx: Tx, { albumId, sectionId }: UploadLink): Promise<void> {
  if (sectionId === null) return
  if (!isId(sectionId)) throw errors.SECTION_NOT_FOUND()
  const rows = await tx.sql(
    'SELECT id FROM albums WHERE id = $1 AND sections @> jsonb_build_array(jsonb_build_object($2::text, $3::text))',
    [albumId, 'id', sectionId],
  )
  if (!rows.length) throw errors.SECTION_NOT_FOUND()
}

export async function countGuests(tx: Pick<Tx, 'sql'>, linkIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.sql<{ id: string; guests: number }>(
    'SELECT link_id AS id, count(*)::int AS guests FROM upload_guests WHERE link_id = ANY ($1::uuid[]) GROUP BY link_id',
    [linkIds],
  )
  return new Map(rows.map(({ id, guests }) => [id, guests]))
}
