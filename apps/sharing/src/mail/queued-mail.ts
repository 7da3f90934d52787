import type { GalleryMail } from '@daymark/contracts'
import { ownerIsSuspendedSql } from '../links/gallery/gallery-access.ts'

/** A queued email with the current state of its link. */
export type QueuedMail = {
  id: string
  linkId: string
  ownerId: string
  albumId: string
  kind: GalleryMail['kind']
  address: string | null
  hash: string | null
  data: Record<string, unknown>
  gallery: string
  token: string
  slug: string | null
  revoked: boolean
  expiresAt: Date | null
  ownerSuspended: boolean
}

/**
 * Finds nothing if the link was deleted or trashed, or if the email is too old to be sent (delete-old-mails.job.ts).
 */
export const FIND_QUEUED_MAIL = `
  SELECT m.id, m.link_id AS "linkId", m.owner_id AS "ownerId", l.album_id AS "albumId", m.kind, m.address, m.address_hash AS hash, m.data,
    a.title AS gallery, l.token, l.slug, l.revoked, l.expires_at AS "expiresAt", ${ownerIsSuspendedSql('l.owner_id')} AS "ownerSuspended"
  FROM mails m JOIN links l ON l.id = m.link_id JOIN albums a ON a.id = l.album_id 
  WHERE m.id = $1 AND m.finished_at IS NULL AND m.created_at > $2`

/** Whether the expiry date in the email is still that of the link. */
export const isCurrentExpiry = ({ data, expiresAt }: QueuedMail): boolean =>
  data['expiresAt'] === expiresAt?.toISOString()
