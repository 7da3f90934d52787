import {
  type Actor,
  errors,
  type Input,
  isSlug,
  type ListedGallery,
  type OpenedStudioPage,
  requireUser,
  type StudioPage,
  studioPageChanged,
  studioPages,
  MAX_UNKNOWN_NAMES_PER_ADDRESS,
} from '@daymark/contracts'
import {
  Clock,
  Database,
  failureKey,
  FailureLimiter,
  Handles,
  isId,
  networkOf,
  RpcHandlers,
  type Tx,
} from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import {
  findListedLinks,
  findShownLinks,
  IS_LINK_SHOWN_SQL,
  type ListedLinkDetails,
  IS_PAGE_ENABLED_SQL,
  PAGE_ORDER_SQL,
  PAGE_VERSION_SQL,
} from './listed-links.ts'
import { claimStudioName, lockStudioPage } from './studio-page-changes.ts'

type PageSettings = Omit<StudioPage, 'name' | 'links'>
const NO_PAGE: PageSettings & { name: string | null } = {
  enabled: false,
  name: null,
  title: '',
  text: '',
  allowIndexing: false,
}

/** Reads the settings and links of studio pages. */
@Injectable()
export class StudioPages {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async get(ownerId: string): Promise<StudioPage> {
    const [[row], links] = await Promise.all([
      this.db.sql<typeof NO_PAGE>(
        `SELECT p.enabled, n.name, p.title, p.text, p.allow_indexing AS "allowIndexing" FROM studio_pages p
         LEFT JOIN studio_page_names n ON n.owner_id = p.owner_id AND n.is_current WHERE p.owner_id = $1`,
        [ownerId],
      ),
      this.findListedLinks(ownerId),
    ])
    const publicLinks = links.map(({ token: _, createdAt: __, ...link }) => link)
    return { ...(row ?? NO_PAGE), links: publicLinks }
  }

  findListedLinks(ownerId: string) {
    return findListedLinks(this.db, ownerId, this.clock.now())
  }
}

const FIND_FIRST_OPEN = `
  SELECT l.token FROM links l WHERE ${IS_LINK_SHOWN_SQL} AND l.password_hash IS NULL AND EXISTS (
    SELECT FROM album_photos m JOIN photos ON photos.id = m.photo_id AND photos.owner_id = l.owner_id
    WHERE m.album_id = l.album_id AND m.present AND photos.variants IS NOT NULL)
  ORDER BY ${PAGE_ORDER_SQL} LIMIT 1`
const SELECT_PAGE = `
  SELECT p.owner_id AS "ownerId", n.name, p.title, p.text, p.allow_indexing AS "allowIndexing",
         ${PAGE_VERSION_SQL} AS version, (${FIND_FIRST_OPEN}) AS "firstOpen"
  FROM studio_pages p LEFT JOIN studio_page_names n ON n.owner_id = p.owner_id AND n.is_current
  WHERE ${IS_PAGE_ENABLED_SQL}`
const FIND_PAGE_BY_OWNER = `${SELECT_PAGE} AND p.owner_id = $1`
const FIND_PAGE_BY_NAME = `${SELECT_PAGE} AND p.owner_id = (SELECT owner_id FROM studio_page_names WHERE name = $1)`

type StudioPagePatch = Input<typeof studioPages.updateStudioPage>

@RpcHandlers()
export class StudioPageHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly pages: StudioPages,
    private readonly limiter: FailureLimiter,
  ) {}

  @Handles(studioPages.getStudioPage)
  getStudioPage(_: Input<typeof studioPages.getStudioPage>, actor: Actor) {
    return this.pages.get(requireUser(actor))
  }

  /** Lists the galleries of a studio page for visitors. For a gallery with a password, the result contains only title and address. */
  @Handles(studioPages.listGalleries)
  async listGalleries({ ownerId }: Input<typeof studioPages.listGalleries>) {
    const page = await findShownLinks(this.db, ownerId, this.clock.now())
    if (!page) throw errors.STUDIO_PAGE_NOT_FOUND()
    const { version, links } = page
    return {
      version,
      galleries: links.filter(({ state }) => state === 'open' || state === 'locked').map(toListedGallery),
    }
  }

  /** Opens a studio page by its owner or name. Names can be guessed, so a network that requests too many unknown names is rejected. */
  @Handles(studioPages.openStudioPage)
  async openStudioPage({ of, address }: Input<typeof studioPages.openStudioPage>) {
    const page =
      'ownerId' in of ? await this.findPage(FIND_PAGE_BY_OWNER, of.ownerId) : await this.findByName(of.name, address)
    if (!page) throw errors.STUDIO_PAGE_NOT_FOUND()
    return page
  }

  private async findByName(typedName: string, address: string): Promise<OpenedStudioPage | undefined> {
    const name = typedName.toLowerCase()
    if (!isSlug(name)) return undefined
    const limits = [{ key: failureKey('studio', networkOf(address)), attempts: MAX_UNKNOWN_NAMES_PER_ADDRESS }]
    await this.limiter.assertBelowLimit(limits)
    const page = await this.findPage(FIND_PAGE_BY_NAME, name)
    if (!page) throw await this.limiter.countFailure(limits, errors.STUDIO_PAGE_NOT_FOUND())
    return page
  }

  private async findPage(sql: string, ownerIdOrName: string): Promise<OpenedStudioPage | undefined> {
    const [row] = await this.db.sql<OpenedStudioPage>(sql, [ownerIdOrName, this.clock.now()])
    return row
  }

  @Handles(studioPages.updateStudioPage)
  async updateStudioPage(patch: StudioPagePatch, actor: Actor) {
    const ownerId = requireUser(actor)
    await this.db.commit(async tx => {
      lockStudioPage(tx, ownerId)
      if (patch.name !== undefined) await claimStudioName(tx, ownerId, patch.name)
      if (patch.linkIds) await replaceListedLinks(tx, ownerId, [...new Set(patch.linkIds)])
      const wasEnabled = await savePage(tx, ownerId, patch)
      if (patch.enabled !== undefined && patch.enabled !== wasEnabled) {
        if (patch.enabled) await assertHasAddress(tx, ownerId)
        tx.audit(actor, patch.enabled ? 'studio-page.opened' : 'studio-page.closed')
      }
      tx.emit(studioPageChanged, ownerId, { ownerId }, actor)
    })
    return this.pages.get(ownerId)
  }
}

const toListedGallery = ({ title, address, state, token, createdAt, cover }: ListedLinkDetails): ListedGallery => ({
  title,
  address,
  open: state === 'open' ? { token, sharedAt: createdAt.toISOString(), cover } : null,
})

/** Saves the settings of the page. Returns whether it was enabled before. */
async function savePage(
  tx: Tx,
  ownerId: string,
  { enabled, title, text, allowIndexing }: StudioPagePatch,
): Promise<boolean> {
  const [previous] = await tx.sql<{ enabled: boolean }>('SELECT enabled FROM studio_pages WHERE owner_id = $1', [
    ownerId,
  ])
  await tx.sql(
    `INSERT INTO studio_pages AS p (owner_id, enabled, title, text, allow_indexing)
     VALUES ($1, coalesce($2, false), coalesce($3, ''), coalesce($4, ''), coalesce($5, false))
     ON CONFLICT (owner_id) DO UPDATE SET enabled = coalesce($2, p.enabled), title = coalesce($3, p.title),
       text = coalesce($4, p.text), allow_indexing = coalesce($5, p.allow_indexing), revision = p.revision + 1`,
    [ownerId, enabled, title?.trim(), text?.trim(), allowIndexing],
  )
  return previous?.enabled ?? false
}

/** Makes these links the content of the page, in this order. Locks rows in the order of their ids to avoid deadlocks. */
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
  const addresses = await tx.sql(
    `SELECT FROM studio_page_names WHERE owner_id = $1 AND is_current
     UNION ALL SELECT FROM domains WHERE owner_id = $1 AND state <> 'pending'`,
    [ownerId],
  )
  if (!addresses.length) throw errors.INVALID_INPUT({ reason: 'Choose an address for your studio page first.' })
}
