import { FIRST_LOOK, firstLookSubscribersChanged } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'

type Of = { id: string; ownerId: string; albumId: string }

/** `$3`: one visitor who said her name just now, or null for all who did before. */
const JOIN = `
  WITH named AS (
    SELECT DISTINCT lower(email) AS email FROM pick_lists
    WHERE link_id = $1 AND email IS NOT NULL AND ($3::uuid IS NULL OR id = $3)
  ), added AS (
    INSERT INTO first_look_subscribers (link_id, email, created_at)
    SELECT l.id, n.email, $2 FROM links l CROSS JOIN named n WHERE l.id = $1 AND l.first_look IS NOT NULL ORDER BY n.email
    LIMIT greatest(0, ${FIRST_LOOK.addresses} - (SELECT count(*) FROM first_look_subscribers WHERE link_id = $1))
    ON CONFLICT DO NOTHING RETURNING id
  ) SELECT id FROM added`

/** Who leaves an address with her list or a comment waits for the complete gallery as well (rule 129). Where nothing is awaited, nothing happens; not to be called where no mail is set up (rule 127). */
export async function joinWaiting(tx: Tx, { id, ownerId, albumId }: Of, now: Date, visitorId?: string): Promise<void> {
  const added = await tx.sql(JOIN, [id, now, visitorId ?? null])
  if (added.length > 0) tx.emit(firstLookSubscribersChanged, id, { linkId: id, ownerId, albumId })
}
