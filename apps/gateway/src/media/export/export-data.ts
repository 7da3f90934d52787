import {
  type Actor,
  type AlbumView,
  AppError,
  billing,
  brands,
  COMMENT_LIMITS,
  domains,
  type ExportedPhoto,
  identity,
  type LinkView,
  media,
  type OwnedThread,
  type PickedPhoto,
  type PickListView,
  presets,
  sharing,
  studioPages,
  type FirstLookSubscriber,
} from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import { readPickedPhotos, readThreads } from '../../api/visitors/feedback-exports.ts'
import { presentPreset } from '../../presenters/share.ts'

/** The account in `library.json`: profile, settings and plan, without secrets. */
export async function readExportedAccount(rpc: RpcClient, actor: Actor) {
  const [profile, mail, plan, watermark, brand, { domain }, presetList, page] = await Promise.all([
    rpc.call(identity.getProfile, {}, actor),
    rpc.call(identity.getMailChoices, {}, actor),
    rpc.call(billing.getSubscription, {}, actor),
    rpc.call(media.getWatermark, {}, actor),
    rpc.call(brands.getBrand, {}, actor),
    rpc.call(domains.getDomain, {}, actor),
    rpc.call(presets.listPresets, {}, actor),
    rpc.call(studioPages.getStudioPage, {}, actor),
  ])
  const { displayName, email, timeZone, language } = profile
  return {
    profile: { id: actor.userId, display_name: displayName, email, time_zone: timeZone, language },
    mail: Object.fromEntries(mail.topics.map(({ topic, wanted }) => [topic, wanted])),
    plan: {
      tier: plan.tier,
      status: plan.status,
      storage_limit: plan.storageLimit,
      end_date: plan.endDate,
      cancel_at_period_end: plan.cancelAtPeriodEnd ?? false,
    },
    watermark: { has_image: watermark.image !== null, settings: watermark.config },
    studio: { name: brand.name, website: brand.website, accent: brand.accent },
    presets: presetList.map(presentPreset),
    domain: domain && { host: domain.host, state: domain.state, verified_at: domain.verifiedAt },
    studio_page: {
      enabled: page.enabled,
      name: page.name,
      title: page.title,
      text: page.text,
      allow_indexing: page.allowIndexing,
      galleries: page.links.map(({ title }) => title),
    },
  }
}
type ExportedAccount = Awaited<ReturnType<typeof readExportedAccount>>

/** Visitors' feedback for a link: pick lists, comments, and the subscribers of its first look. */
export type ExportedFeedback = {
  lists: PickListView[]
  photos: PickedPhoto[]
  threads: OwnedThread[]
  waiting: FirstLookSubscriber[]
}

/** Visitors' feedback by link id, only for links with picks, comments or subscribers. */
export async function readExportedFeedback(rpc: RpcClient, actor: Actor): Promise<Map<string, ExportedFeedback>> {
  const { linkIds } = await rpc.call(sharing.listVisitedLinks, {}, actor)
  const feedbackByLink = new Map<string, ExportedFeedback>()
  for (const linkId of linkIds) {
    const feedback = await readFeedback(rpc, linkId, actor).catch(undefinedIfDeleted)
    if (feedback) feedbackByLink.set(linkId, feedback)
  }
  return feedbackByLink
}

async function readFeedback(rpc: RpcClient, linkId: string, actor: Actor): Promise<ExportedFeedback> {
  const [{ lists }, photos, { threads }, { waiting }] = await Promise.all([
    rpc.call(sharing.listPicks, { linkId }, actor),
    readPickedPhotos(rpc, { linkId, only: 'all' }, actor),
    readThreads(rpc, { linkId, state: 'all', limit: COMMENT_LIMITS.perLink, offset: 0 }, actor),
    rpc.call(sharing.listSubscribers, { linkId }, actor),
  ])
  return { lists, photos, threads, waiting }
}

/** Returns undefined for a link that was deleted during the export, so that it is skipped. Rethrows all other errors. */
function undefinedIfDeleted(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'share_not_found') throw error
}

/** Feedback as `library.json` contains it. `pathOf` returns the path of a photo in the archive; null if the archive does not contain it. */
export function presentExportedFeedback(
  { lists, photos, threads, waiting }: ExportedFeedback,
  pathOf: (photoId: string) => string | null,
) {
  const presentPhotoReference = ({ id, originalFilename }: { id: string; originalFilename: string }) => ({
    id,
    file: pathOf(id),
    original_filename: originalFilename,
  })
  return {
    lists: lists.map(({ id, name, email, sentAt, createdAt, changedAt }) => ({
      name,
      email,
      sent_at: sentAt,
      created_at: createdAt,
      changed_at: changedAt,
      photos: photos.flatMap(photo => {
        const pick = photo.by.find(({ listId }) => listId === id)
        return pick ? { ...presentPhotoReference(photo), choice: pick.choice, note: pick.note } : []
      }),
    })),
    threads: threads.map(({ photo, point, resolvedAt, createdAt, email, comments }) => ({
      photo: presentPhotoReference(photo),
      point,
      resolved_at: resolvedAt,
      created_at: createdAt,
      email,
      comments: comments.map(({ by, name, text, createdAt: at }) => ({ by, name, text, created_at: at })),
    })),
    waiting: waiting.map(({ email, createdAt }) => ({ email, created_at: createdAt })),
  }
}

/** Everything in an export, each photo with its path in the archive. */
export type ExportedLibrary = {
  account: ExportedAccount
  photos: (ExportedPhoto & { path: string })[]
  albums: AlbumView[]
  links: LinkView[]
  /** Visitors' feedback by link id. */
  feedbackByLink: Map<string, ExportedFeedback>
}
