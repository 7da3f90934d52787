import { errors, MAX_OLD_SLUGS } from '@daymark/contracts'
import { randomText, type Tx } from '@daymark/platform'
import type { Link } from './link.entity.ts'

export const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^22 is a little more than 2^130; rule 43 requires 128 bits. */
const TOKEN_LENGTH = 22

/** Only letters and digits, so that a double click selects the token and no mail program breaks it. */
export const newLinkToken = (): string => randomText(ALPHANUMERIC, TOKEN_LENGTH)

/** Any other text cannot be a token, so no database query is needed. */
export const isLinkToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)

/**
 * Assigns the slug of a stored link. Former slugs redirect to the current one; without a current slug they lead
 * nowhere. A slug belongs to its owner permanently, so that no other account can show photos at an address that clients
 * know.
 */
export async function assignSlug(tx: Tx, link: Link, formerSlug: string | null, now: Date): Promise<void> {
  if (link.slug === formerSlug) return
  if (link.slug === null) await tx.sql('UPDATE link_slugs SET link_id = NULL WHERE link_id = $1', [link.id])
  else await reserveSlug(tx, link, link.slug, now)
}

async function reserveSlug(tx: Tx, { id, ownerId }: Link, slug: string, now: Date): Promise<void> {
  const reserved = await tx.sql(
    `WITH reserved AS (
       INSERT INTO link_slugs AS n (slug, owner_id, link_id, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (slug) DO UPDATE SET link_id = EXCLUDED.link_id, created_at = EXCLUDED.created_at
         WHERE n.owner_id = EXCLUDED.owner_id AND (n.link_id IS NULL OR n.link_id = EXCLUDED.link_id)
       RETURNING slug
     ) SELECT slug FROM reserved`,
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
