import { type Actor, errors, type Input, sharing } from '@daymark/contracts'
import { Database, Handles, preparedStatement, RpcHandlers, type Tx } from '@daymark/platform'
import { VisitorRateLimit } from '../../visits/visitor-rate-limit.ts'
import { type AccessRow, GalleryAccess } from '../gallery/gallery-access.ts'
import { hasDownloadLimit, chooseOfferedSize } from './offered-files.ts'

type Claim = Input<typeof sharing.claimDownloads>
type DownloadLimits = { downloadLimit: number | null; visitorLimit: number | null; downloaded: number }
/**
 * Limits and current use. `visitorDownloads`: photos that this visitor has already downloaded; `newPhotos`: photos in the claim that this
 * visitor has not downloaded.
 */
type DownloadUsage = DownloadLimits & { visitorDownloads: number; newPhotos: number }

const MAX_VISITOR_ID_LENGTH = 64

@RpcHandlers()
export class ClaimDownloads {
  constructor(
    private readonly db: Database,
    private readonly access: GalleryAccess,
    private readonly rateLimit: VisitorRateLimit,
  ) {}

  /**
   * Checks and counts a download against the limits of the link and of the visitor. A photo counts once per visitor, so resuming a download
   * or choosing another size of the same photo does not count again. The lock on the link's row makes concurrent claims wait, also in other
   * replicas.
   */
  @Handles(sharing.claimDownloads)
  async claimDownloads(claim: Claim, actor: Actor) {
    const link = await this.access.open(claim)
    chooseOfferedSize(link)
    const sizes = link.downloadSizes
    // downloads of the owner do not count, as their visits do not (rule 42)
    if (!hasDownloadLimit(link) || link.ownerId === actor.userId)
      return { sizes, visitorLimit: link.visitorLimit, left: null }
    if (!claim.visitorId || claim.visitorId.length > MAX_VISITOR_ID_LENGTH) throw errors.FORBIDDEN()
    if (!claim.dryRun && !this.rateLimit.allow(link.id, claim.visitorId))
      throw errors.TOO_MANY_REQUESTS({ retryAfter: 3600 })
    return this.db.commit(async tx => {
      const currentUsage = await lockAndReadUsage(tx, link, claim)
      assertWithinLimits(currentUsage)
      if (!claim.dryRun && currentUsage.newPhotos > 0) await recordDownloads(tx, link, claim)
      const usage = claim.dryRun ? currentUsage : usageAfterDownload(currentUsage)
      return { sizes, visitorLimit: usage.visitorLimit, left: countRemaining(usage) }
    })
  }
}

/** SQL for the photos of the gallery that the claim lists, or for all photos if it lists none. */
const CLAIMED_PHOTOS = `SELECT m.photo_id FROM album_photos m JOIN photos p ON p.id = m.photo_id AND p.variants IS NOT NULL
  WHERE m.album_id = $3 AND m.present AND ($4::uuid[] IS NULL OR m.photo_id = ANY($4::uuid[]))`
const claimParameters = ({ id, albumId }: AccessRow, { visitorId, photoIds }: Claim) => [
  id,
  visitorId,
  albumId,
  photoIds ?? null,
]

/** Locks the link until the transaction ends, and returns its limits and their current use. */
async function lockAndReadUsage(tx: Tx, link: AccessRow, claim: Claim): Promise<DownloadUsage> {
  const [limits] = await tx.sql<DownloadLimits>(
    preparedStatement(`SELECT download_limit AS "downloadLimit", visitor_limit AS "visitorLimit", downloaded FROM links WHERE id = $1
     FOR NO KEY UPDATE`),
    [link.id],
  )
  if (!limits) throw errors.SHARE_UNAVAILABLE()
  const [counts] = await tx.sql<{ visitorDownloads: number; newPhotos: number }>(
    preparedStatement(`SELECT (SELECT count(*)::int FROM downloaded_photos WHERE link_id = $1 AND visitor_id = $2) AS "visitorDownloads",
            (SELECT count(*)::int FROM (${CLAIMED_PHOTOS} EXCEPT
               SELECT photo_id FROM downloaded_photos WHERE link_id = $1 AND visitor_id = $2) AS new) AS "newPhotos"`),
    claimParameters(link, claim),
  )
  return { ...limits, visitorDownloads: counts?.visitorDownloads ?? 0, newPhotos: counts?.newPhotos ?? 0 }
}

async function recordDownloads(tx: Tx, link: AccessRow, claim: Claim): Promise<void> {
  await tx.sql(
    preparedStatement(`WITH recorded AS (
       INSERT INTO downloaded_photos (link_id, visitor_id, photo_id) SELECT $1, $2, photo_id FROM (${CLAIMED_PHOTOS}) AS claimed
       ON CONFLICT DO NOTHING RETURNING photo_id
     ) UPDATE links SET downloaded = downloaded + (SELECT count(*) FROM recorded) WHERE id = $1`),
    claimParameters(link, claim),
  )
}

function assertWithinLimits(usage: DownloadUsage): void {
  const { newPhotos, visitorLimit, downloadLimit } = usage
  if (newPhotos === 0) return
  const [leftForVisitor, leftForGallery] = [remainingForVisitor(usage), remainingForGallery(usage)]
  if (visitorLimit !== null && newPhotos > leftForVisitor)
    throw errors.DOWNLOAD_LIMIT({ per: 'visitor', left: leftForVisitor, limit: visitorLimit })
  if (downloadLimit !== null && newPhotos > leftForGallery)
    throw errors.DOWNLOAD_LIMIT({ per: 'gallery', left: leftForGallery, limit: downloadLimit })
}

const remainingForVisitor = ({ visitorLimit, visitorDownloads }: DownloadUsage): number =>
  Math.max((visitorLimit ?? Infinity) - visitorDownloads, 0)
const remainingForGallery = ({ downloadLimit, downloaded }: DownloadUsage): number =>
  Math.max((downloadLimit ?? Infinity) - downloaded, 0)
const usageAfterDownload = (usage: DownloadUsage): DownloadUsage => ({
  ...usage,
  visitorDownloads: usage.visitorDownloads + usage.newPhotos,
  downloaded: usage.downloaded + usage.newPhotos,
})
function countRemaining(usage: DownloadUsage): number | null {
  const remainingPhotos = Math.min(remainingForVisitor(usage), remainingForGallery(usage))
  return Number.isFinite(remainingPhotos) ? remainingPhotos : null
}
