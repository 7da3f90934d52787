import { errors, MAX_OLD_SLUGS } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'
import type { Link } from '../link.entity.ts'

/**
 * Gives a link that was just written its readable address. Names it had before lead on to it; a link without one has none that
 * does. A name stays its owner's for ever: nobody else can put other photos behind an address that clients know.
 */
export async function claimName(tx: Tx, link: Link, before: string | null, now: Date): Promise<void> {
  if (link.slug === before) return
  if (link.slug === null) await tx.sql('UPDATE link_slugs SET link_id = NULL WHERE link_id = $1', [link.id])
  else await take(tx, link, link.slug, now)
}

async function take(tx: Tx, { id, ownerId }: Link, slug: string, now: Date): Promise<void> {
  const taken = await tx.sql(
    `WITH taken AS (
       INSERT INTO link_slugs AS n (slug, owner_id, link_id, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (slug) DO UPDATE SET link_id = EXCLUDED.link_id, created_at = EXCLUDED.created_at
         WHERE n.owner_id = EXCLUDED.owner_id AND (n.link_id IS NULL OR n.link_id = EXCLUDED.link_id)
       RETURNING slug
     ) SELECT slug FROM taken`,
    [slug, ownerId, id, now],
  )
  if (!taken.length) throw errors.SLUG_TAKEN()
  await tx.sql(
    `UPDATE link_slugs SET link_id = NULL WHERE slug IN (
       SELECT slug FROM link_slugs WHERE link_id = $1 AND slug <> $2 ORDER BY created_at DESC OFFSET $3
     )`,
    [id, slug, MAX_OLD_SLUGS],
  )
}
