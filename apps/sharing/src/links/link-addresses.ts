import { errors, MAX_OLD_SLUGS } from '@daymark/contracts'
import { randomText, type Tx } from '@daymark/platform'
import type { Link } from './link.entity.ts'

export const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Length of a token. 22 characters have a little more than 130 bits of randomness; rule 43 requires 128. */
const TOKEN_LENGTH = 22

/** Creates a token of letters and digits only, so that a double click selects all of it and mail programs do not break it. */
export const newLinkToken = (): string => randomText(ALPHANUMERIC, TOKEN_LENGTH)

/** Returns true if the text has the form of a token. For any other text, no database query is needed. */
export const isLinkToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)

/**
 * Reserves the new slug of a stored link. Former slugs redirect to the current one; if the slug was removed, they no longer lead to the
 * link. A slug belongs to its owner permanently, so that no other account can show photos at an address that clients know. Throws
 * SLUG_TAKEN.
 */
export async function assignSlug(tx: Tx, link: Link, formerSlug: string | null, now: Date): Promise<void> {
  if (link.slug === formerSlug) return
  if (link.slug === null) await tx.sql('UPDATE link_slugs SET link_id = NULL WHERE link_id = $1', [link.id])
  else await reserveSlug(tx, link, link.slug, now)
}

async function reserveSlug(tx: Tx, { id, ownerId }: Link, slug: string, now: Date): Promise<void> {
  const reserved = await tx.sql(
    `INSERT INTO link_slugs AS n (slug, owner_id, link_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (slug) DO UPDATE SET link_id = EXCLUDED.link_id, created_at = EXCLUDED.created_at
       WHERE n.owner_id = EXCLUDED.owner_id AND (n.link_id IS NULL OR n.link_id = EXCLUDED.link_id)
     RETURNING slug`,
    [slug, ownerId, id, now],
  )
  if (!reserved.length) throw errors.SLUG_TAKEN()
  await tx.sql(
    `UPDATE link_slugs SET link_id = NULL WHERE slug IN (
       SELECT slug FROM link_slugs WHERE link_id = $1 AND slug <> $2 ORDER BY created_at DESC OFFSET $3
     )`,
    [id, slug, MAX_OLD_SLUGS],
  )
}
