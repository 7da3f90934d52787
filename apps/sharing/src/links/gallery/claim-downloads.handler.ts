import { errors, type Actor, type Input, sharing } from '@daymark/contracts'
import { Database, Handles, prepared, type Handler, type Tx } from '@daymark/platform'
import { isToken } from '../link-token.ts'
import { VisitBudget } from '../../insight/visits/visit-budget.ts'
import { GalleryAccess, ACCESS_COLUMNS, type AccessRow } from './gallery-access.ts'
import { hasLimit, offeredSize } from './offered-downloads.ts'

type Claim = Input<typeof sharing.claimDownloads>
type Limits = { downloadLimit: number | null; visitorLimit: number | null; downloaded: number }
type Counted = Limits & { taken: number; wanted: number }

const MAX_VISITOR_ID = 64

/**
 * Limits of a link and of each of its visitors, in photos. A photo counts once per visitor, so that a download that goes on, or
 * another size of the same photo, costs nothing. The link's row is locked: claims of two replicas come one after the other.
 */
@Handles(sharing.claimDownloads)
export class ClaimDownloads implements Handler<typeof sharing.claimDownloads> {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
    private readonly budget: VisitBudget,
  ) {}

  async handle(claim: Claim, actor: Actor) {
    const link = this.access.enter(await this.link(claim.token), claim.grant)
    offeredSize(link)
    const sizes = link.downloadSizes
    // what owners take of their own is no download, as their visits are no visits (rule 42)
    if (!hasLimit(link) || link.ownerId === actor.userId) return { sizes, visitorLimit: link.visitorLimit, left: null }
    if (!claim.visitorId || claim.visitorId.length > MAX_VISITOR_ID) throw errors.FORBIDDEN()
    if (!claim.dryRun && !this.budget.spend(link.id, claim.visitorId))
      throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      const counted = await count(tx, link, claim)
      refuseTooMany(counted)
      if (!claim.dryRun && counted.wanted > 0) await take(tx, link, claim)
      const taken = claim.dryRun ? counted : after(counted)
      return { sizes, visitorLimit: taken.visitorLimit, left: leftOf(taken) }
    })
  }

  private async link(token: string): Promise<AccessRow | undefined> {
    if (!isToken(token)) return undefined
    const [row] = await this.db.sql<AccessRow>(`SELECT ${ACCESS_COLUMNS} FROM links l WHERE l.token = $1`, [token])
    return row
  }
}

/** The photos of the claim that are in the gallery: all of it where none are named. */
const CLAIMED = `SELECT m.photo_id FROM album_photos m JOIN photos p ON p.id = m.photo_id AND p.variants IS NOT NULL
  WHERE m.album_id = $3 AND m.present AND ($4::uuid[] IS NULL OR m.photo_id = ANY($4::uuid[]))`
const claimed = ({ id, albumId }: AccessRow, { visitorId, photoIds }: Claim) => [
  id,
  visitorId,
  albumId,
  photoIds ?? null,
]

/** Holds the link until the transaction ends. */
async function count(tx: Tx, link: AccessRow, claim: Claim): Promise<Counted> {
  const [limits] = await tx.sql<Limits>(
    prepared(`SELECT download_limit AS "downloadLimit", visitor_limit AS "visitorLimit", downloaded FROM links WHERE id = $1
     FOR NO KEY UPDATE`),
    [link.id],
  )
  if (!limits) throw errors.SHARE_UNAVAILABLE()
  const [counts] = await tx.sql<{ taken: number; wanted: number }>(
    prepared(`SELECT (SELECT count(*)::int FROM downloaded_photos WHERE link_id = $1 AND visitor_id = $2) AS taken,
            (SELECT count(*)::int FROM (${CLAIMED} EXCEPT
               SELECT photo_id FROM downloaded_photos WHERE link_id = $1 AND visitor_id = $2) AS new) AS wanted`),
    claimed(link, claim),
  )
  return { ...limits, taken: counts?.taken ?? 0, wanted: counts?.wanted ?? 0 }
}

async function take(tx: Tx, link: AccessRow, claim: Claim): Promise<void> {
  await tx.sql(
    prepared(`WITH taken AS (
       INSERT INTO downloaded_photos (link_id, visitor_id, photo_id) SELECT $1, $2, photo_id FROM (${CLAIMED}) AS claimed
       ON CONFLICT DO NOTHING RETURNING photo_id
     ) UPDATE links SET downloaded = downloaded + (SELECT count(*) FROM taken) WHERE id = $1`),
    claimed(link, claim),
  )
}

function refuseTooMany(counted: Counted): void {
  const { wanted, visitorLimit, downloadLimit } = counted
  if (wanted === 0) return
  const [mine, all] = [visitorLeft(counted), galleryLeft(counted)]
  if (visitorLimit !== null && wanted > mine)
    throw errors.DOWNLOAD_LIMIT({ per: 'visitor', left: mine, limit: visitorLimit })
  if (downloadLimit !== null && wanted > all)
    throw errors.DOWNLOAD_LIMIT({ per: 'gallery', left: all, limit: downloadLimit })
}

const visitorLeft = ({ visitorLimit, taken }: Counted): number => Math.max((visitorLimit ?? Infinity) - taken, 0)
const galleryLeft = ({ downloadLimit, downloaded }: Counted): number =>
  Math.max((downloadLimit ?? Infinity) - downloaded, 0)
const after = (counted: Counted): Counted => ({
  ...counted,
  taken: counted.taken + counted.wanted,
  downloaded: counted.downloaded + counted.wanted,
})
function leftOf(counted: Counted): number | null {
  const left = Math.min(visitorLeft(counted), galleryLeft(counted))
  return Number.isFinite(left) ? left : null
}
