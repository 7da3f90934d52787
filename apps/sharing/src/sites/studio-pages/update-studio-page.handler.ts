import {
  auditArgs,
  type Actor,
  errors,
  type Input,
  requireUser,
  sharingAudited,
  studioPageChanged,
  studioPages,
} from '@daymark/contracts'
import { Database, type Handler, Handles, isId, type Tx } from '@daymark/platform'
import { claimStudioName, lockStudioPage } from './studio-page-changes.ts'
import { StudioPages } from './studio-pages.ts'

type StudioPagePatch = Input<typeof studioPages.updateStudioPage>

@Handles(studioPages.updateStudioPage)
export class UpdateStudioPage implements Handler<typeof studioPages.updateStudioPage> {
  constructor(
    private readonly db: Database,
    private readonly pages: StudioPages,
  ) {}

  async handle(patch: StudioPagePatch, actor: Actor) {
    const ownerId = requireUser(actor)
    await this.db.commit(async tx => {
      await lockStudioPage(tx, ownerId)
      if (patch.name !== undefined) await claimStudioName(tx, ownerId, patch.name)
      if (patch.linkIds) await replaceListedLinks(tx, ownerId, [...new Set(patch.linkIds)])
      const wasEnabled = await savePage(tx, ownerId, patch)
      if (patch.enabled !== undefined && patch.enabled !== wasEnabled) {
        if (patch.enabled) await assertHasAddress(tx, ownerId)
        tx.emit(sharingAudited, ...auditArgs(actor, patch.enabled ? 'studio-page.opened' : 'studio-page.closed'))
      }
      tx.emit(studioPageChanged, ownerId, { ownerId }, actor)
    })
    return this.pages.get(ownerId)
  }
}

/** Returns whether the page was enabled. */
async function savePage(tx: Tx, ownerId: string, { enabled, title, text, allowIndexing }: StudioPagePatch): Promise<boolean> {
  const [before] = await tx.sql<{ enabled: boolean }>('SELECT enabled FROM studio_pages WHERE owner_id = $1', [ownerId])
  await tx.sql(
    `INSERT INTO studio_pages AS p (owner_id, enabled, title, text, allow_indexing)
     VALUES ($1, coalesce($2, false), coalesce($3, ''), coalesce($4, ''), coalesce($5, false))
     ON CONFLICT (owner_id) DO UPDATE SET enabled = coalesce($2, p.enabled), title = coalesce($3, p.title),
       text = coalesce($4, p.text), allow_indexing = coalesce($5, p.allow_indexing), revision = p.revision + 1`,
    [ownerId, enabled, title?.trim(), text?.trim(), allowIndexing],
  )
  return before?.enabled ?? false
}

/** Lists exactly these links in this order. Rows are locked in the order of their ids, as everywhere. */
async function replaceListedLinks(tx: Tx, ownerId: string, linkIds: string[]): Promise<void> {
  if (!linkIds.every(isId)) throw errors.SHARE_NOT_FOUND()
  const ownLinks = await tx.sql<{ id: string }>(
    `SELECT id FROM links WHERE owner_id = $1 AND (studio_position IS NOT NULL OR id = ANY ($2::uuid[]))
     ORDER BY id FOR NO KEY UPDATE`,
    [ownerId, linkIds],
  )
  const ownIds = new Set(ownLinks.map(({ id }) => id))
  if (!linkIds.every(id => ownIds.has(id.toLowerCase()))) throw errors.SHARE_NOT_FOUND()
  await tx.sql(
    `UPDATE links l SET updated_at = clock_timestamp(),
       studio_position = (SELECT place FROM unnest($2::uuid[]) WITH ORDINALITY AS w (id, place) WHERE w.id = l.id)
     WHERE l.id = ANY ($1::uuid[])`,
    [ownLinks.map(({ id }) => id), linkIds],
  )
}

async function assertHasAddress(tx: Tx, ownerId: string): Promise<void> {
  const ownLinks = await tx.sql(
    `SELECT FROM studio_page_names WHERE owner_id = $1 AND is_current
     UNION ALL SELECT FROM domains WHERE owner_id = $1 AND state <> 'pending'`,
    [ownerId],
  )
  if (!ownLinks.length) throw errors.INVALID_INPUT({ reason: 'Choose an address for your studio page first.' })
}
