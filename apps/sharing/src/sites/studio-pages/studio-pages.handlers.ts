import {
  type Actor,
  errors,
  type Input,
  isSlug,
  type OpenedStudioPage,
  requireUser,
  type ListedGallery,
  studioPages,
  MAX_UNKNOWN_NAMES_PER_ADDRESS,
} from '@daymark/contracts'
import { Clock, Database, failureKey, FailureLimiter, type Handler, Handles, networkOf } from '@daymark/platform'
import {
  PAGE_ENABLED,
  LINK_SHOWN,
  type ListedLinkDetails,
  PAGE_VERSION,
  PAGE_ORDER,
  findShownLinks,
} from './listed-links.ts'
import { StudioPages } from './studio-pages.ts'

@Handles(studioPages.getStudioPage)
export class GetStudioPage implements Handler<typeof studioPages.getStudioPage> {
  constructor(private readonly pages: StudioPages) {}

  handle(_: Input<typeof studioPages.getStudioPage>, actor: Actor) {
    return this.pages.get(requireUser(actor))
  }
}

/** What a visitor sees: only the fields named here, and only the title of a locked gallery. */
@Handles(studioPages.listGalleries)
export class ListShownGalleries implements Handler<typeof studioPages.listGalleries> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ ownerId }: Input<typeof studioPages.listGalleries>) {
    const page = await findShownLinks(this.db, ownerId, this.clock.now())
    if (!page) throw errors.STUDIO_PAGE_NOT_FOUND()
    const { version, links } = page
    return {
      version,
      galleries: links.filter(({ state }) => state === 'open' || state === 'locked').map(toListedGallery),
    }
  }
}

const toListedGallery = ({ title, address, state, token, createdAt, cover }: ListedLinkDetails): ListedGallery => ({
  title,
  address,
  open: state === 'open' ? { token, sharedAt: createdAt.toISOString(), cover } : null,
})

const FIND_FIRST_OPEN = `
  SELECT l.token FROM links l WHERE ${LINK_SHOWN} AND l.password_hash IS NULL AND EXISTS (
    SELECT FROM album_photos m JOIN photos ON photos.id = m.photo_id AND photos.owner_id = l.owner_id
    WHERE m.album_id = l.album_id AND m.present AND photos.variants IS NOT NULL)
  ORDER BY ${PAGE_ORDER} LIMIT 1`
const SELECT_PAGE = `
  SELECT p.owner_id AS "ownerId", n.name, p.title, p.text, p.allow_indexing AS "allowIndexing",
         ${PAGE_VERSION} AS version, (${FIND_FIRST_OPEN}) AS "firstOpen"
  FROM studio_pages p LEFT JOIN studio_page_names n ON n.owner_id = p.owner_id AND n.is_current
  WHERE ${PAGE_ENABLED}`
const FIND_PAGE_BY_OWNER = `${SELECT_PAGE} AND p.owner_id = $1`
const FIND_PAGE_BY_NAME = `${SELECT_PAGE} AND p.owner_id = (SELECT owner_id FROM studio_page_names WHERE name = $1)`

/** Names can be guessed: a network that tries too many unknown names is rejected. */
@Handles(studioPages.openStudioPage)
export class OpenStudioPage implements Handler<typeof studioPages.openStudioPage> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly limiter: FailureLimiter,
  ) {}

  async handle({ of, address }: Input<typeof studioPages.openStudioPage>) {
    const page =
      'ownerId' in of ? await this.find(FIND_PAGE_BY_OWNER, of.ownerId) : await this.findByName(of.name, address)
    if (!page) throw errors.STUDIO_PAGE_NOT_FOUND()
    return page
  }

  private async findByName(typedName: string, address: string): Promise<OpenedStudioPage | undefined> {
    const name = typedName.toLowerCase()
    if (!isSlug(name)) return undefined
    const attempts = [{ key: failureKey('studio', networkOf(address)), attempts: MAX_UNKNOWN_NAMES_PER_ADDRESS }]
    await this.limiter.assertBelowLimit(attempts)
    const page = await this.find(FIND_PAGE_BY_NAME, name)
    if (!page) throw await this.limiter.countFailure(attempts, errors.STUDIO_PAGE_NOT_FOUND())
    return page
  }

  private async find(condition: string, value: string): Promise<OpenedStudioPage | undefined> {
    const [row] = await this.db.sql<OpenedStudioPage>(condition, [value, this.clock.now()])
    return row
  }
}
