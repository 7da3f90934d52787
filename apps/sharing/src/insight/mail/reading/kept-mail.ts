import type { GalleryMail } from '@daymark/contracts'
import { ownerIsSuspended } from '../../../links/gallery/gallery-access.ts'

/** A mail that waits, with what its link is now. */
export type KeptMail = {
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

/** Nothing of a link that is gone, or in the trash, nor what is so old that it is forgotten by its turn (../forget-mails.job.ts). */
export const KEPT_MAIL = `
  SELECT m.id, m.link_id AS "linkId", m.owner_id AS "ownerId", l.album_id AS "albumId", m.kind, m.address, m.address_hash AS hash, m.data,
    a.title AS gallery, l.token, l.slug, l.revoked, l.expires_at AS "expiresAt", ${ownerIsSuspended('l.owner_id')} AS "ownerSuspended"
  FROM mails m JOIN links l ON l.id = m.link_id JOIN albums a ON a.id = l.album_id 
  WHERE m.id = $1 AND m.ended_at IS NULL AND m.created_at > $2`

/** The end that a mail is about is still the one that the link has. */
export const isStillEnd = ({ data, expiresAt }: KeptMail): boolean => data['expiresAt'] === expiresAt?.toISOString()
