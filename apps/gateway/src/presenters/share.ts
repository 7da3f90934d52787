import {
  type http,
  linkFields,
  presentFields,
  type LinkAnalytics,
  type LinkView,
  type OpenedStudioPage,
  type Output,
  type PresetView,
  type SelectionView,
  type sharing,
  type ListedGallery,
  type StudioPage,
  type FirstLookSubscriber,
} from '@daymark/contracts'
import type { HashedFile, Manifest } from '../media/visitors/manifests.ts'
import { galleryPhotoUrl } from './gallery.ts'
import { variantUrl } from './library.ts'

/** The message after a first look was completed, with the number of emails to subscribers. */
export function completionMessage(emails: number): string {
  if (emails === 0) return 'The gallery is complete.'
  return emails === 1
    ? 'The gallery is complete. 1 email is being sent.'
    : `The gallery is complete. ${emails} emails are being sent.`
}

export function presentDownloads(downloads: Output<typeof sharing.claimDownloads>): http.PublicDownloads {
  const { sizes, visitorLimit, left } = downloads
  return { sizes, visitor_limit: visitorLimit, left }
}

type Archive = Pick<Output<typeof sharing.listArchive>, 'size' | 'selection' | 'files'>

/** The URL contains all parameters, so that the download can be resumed later and on another device. */
export function presentPreparedDownload(
  token: string,
  { size, selection, files }: Archive,
  { ready, bytes }: { ready: number; bytes: number | null },
): http.PreparedDownload {
  const query = new URLSearchParams({ size, ...(selection !== undefined && { photos: selection }) })
  return { total: files.length, ready, bytes, url: `/api/shares/public/${token}/download?${query.toString()}` }
}

export const presentShareFirstLook = (waiting: FirstLookSubscriber[], isByMail: boolean): http.ShareFirstLook => ({
  by_mail: isByMail,
  waiting: waiting.map(({ id, email, createdAt }) => ({ id, email, created_at: createdAt })),
})

/** Files per chunk of the response. */
const FILES_PER_CHUNK = 500

const presentManifestFile = ({ photoId, name, size, sha256, taken }: HashedFile): http.ManifestFile => ({
  image_id: photoId,
  name,
  bytes: size,
  sha256,
  ...(taken !== undefined && { taken }),
})
const presentV1ManifestFile = ({ photoId, name, size, sha256 }: HashedFile): http.v1.ShareManifestImage => ({
  id: photoId,
  filename: name,
  size,
  sha256,
})

export const generateManifestJson = ({ files, ...head }: Manifest): Generator<string> =>
  generateJson(head, 'files', files, presentManifestFile)
export const generateV1ManifestJson = ({ title, size, files }: Manifest): Generator<string> =>
  generateJson({ title, download_size: size }, 'images', files, presentV1ManifestFile)

/** Input for `sha256sum -c` in the folder of the unpacked ZIP. The program ignores lines that start with '#'. */
export function* generateChecksums({ files }: Manifest): Generator<string> {
  for (let start = 0; start < files.length; start += FILES_PER_CHUNK)
    yield files
      .slice(start, start + FILES_PER_CHUNK)
      .map(({ name, sha256 }) => (sha256 === null ? `# cannot be read: ${name}\n` : `${sha256}  ${name}\n`))
      .join('')
}

function* generateJson(head: object, list: string, files: HashedFile[], present: (file: HashedFile) => object) {
  yield `${JSON.stringify(head).slice(0, -1)},"${list}":[`
  for (let start = 0; start < files.length; start += FILES_PER_CHUNK) {
    const texts = files.slice(start, start + FILES_PER_CHUNK).map(file => JSON.stringify(present(file)))
    yield `${start > 0 ? ',' : ''}${texts.join(',')}`
  }
  yield ']}'
}

type News = Omit<Output<typeof sharing.getNews>, 'seen'>

export const presentNews = ({ upTo, newIds, correctedIds }: News): http.GalleryNews => ({
  mark: String(upTo),
  new_image_ids: newIds,
  corrected_image_ids: correctedIds,
})

type ChangedPhoto = Output<typeof sharing.listChanges>['photos'][number]

export const presentShareChange = ({ id, originalFilename, title, change }: ChangedPhoto): http.v1.ShareChange => ({
  id,
  filename: originalFilename,
  title,
  change,
})

export function presentPreset(preset: PresetView): http.Preset {
  return {
    id: preset.id,
    name: preset.name,
    settings: presentFields(linkFields, 'preset', preset.settings),
    expires_after_days: preset.expiresAfterDays,
    ask_password: preset.askPassword,
    is_default: preset.isDefault,
    left_out: preset.leftOut,
    created_at: preset.createdAt,
    updated_at: preset.updatedAt,
  }
}

export function presentSelection({ id, title, photos }: SelectionView): http.Selection {
  return {
    id,
    title,
    image_count: photos.length,
    images: photos.map(photo => ({
      ...photo,
      url: variantUrl('lg', photo.filename),
      thumbnail_url: variantUrl('sm', photo.filename),
    })),
  }
}

/** `site` is the public URL without a trailing slash. */
export function presentShare(link: LinkView, site: string): http.Share {
  return {
    id: link.id,
    token: link.token,
    kind: link.kind,
    album_id: link.albumId,
    album_title: link.albumTitle,
    url: `${site}/share/${link.slug ?? link.token}`,
    revoked: link.revoked,
    active: link.active,
    ...presentFields(linkFields, 'api', link),
    download_count: link.downloaded,
    has_password: link.hasPassword,
    ...(link.openComments === undefined ? {} : { open_comments: link.openComments }),
    ...(link.waiting === undefined ? {} : { waiting: link.waiting }),
    view_count: link.viewCount,
    last_viewed_at: link.lastViewedAt,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  }
}

/** `site` is the public URL without a trailing slash. */
export function presentShareAnalytics(
  { link, days, hours, ...figures }: LinkAnalytics & { link: LinkView },
  site: string,
): http.ShareAnalytics {
  return {
    share: presentShare(link, site),
    uniqueVisitors: figures.uniqueVisitors,
    totalVisits: figures.totalVisits,
    totalPhotoViews: figures.totalPhotoViews,
    avgDuration: figures.avgDuration,
    topPhotos: figures.topPhotos.map(photo => ({
      image_id: photo.photoId,
      filename: photo.filename,
      original_filename: photo.originalFilename,
      title: photo.title,
      view_count: photo.views,
      download_count: photo.downloads,
      thumbnail_url: variantUrl('sm', photo.filename),
    })),
    visits: figures.visits.map(visit => ({
      id: visit.id,
      started_at: visit.startedAt,
      visitor_id: visit.visitorId,
      page_views: visit.pageViews,
      photo_views: visit.photoViews,
      duration_seconds: visit.durationSeconds,
    })),
    downloads: figures.downloads.map(({ type, downloads, photos }) => ({
      type,
      count: downloads,
      photo_count: photos,
    })),
    viewsPerDay: days.map(({ day, visits, photoViews }) => ({ day, visits, photo_views: photoViews })),
    viewsPerHour: hours.map(({ hour, visits, photoViews }) => ({ hour, visits, photo_views: photoViews })),
  }
}

type StudioPageDefaults = { url: string | null; defaultTitle: string }

export function presentStudioPage(
  page: StudioPage,
  { url, defaultTitle }: StudioPageDefaults,
): http.StudioPageSettings {
  const { enabled, name, title, text, allowIndexing, links } = page
  return {
    enabled,
    name,
    title,
    default_title: defaultTitle,
    text,
    allow_indexing: allowIndexing,
    url,
    shares: links.map(({ id, title: linkTitle, state, cover }) => ({
      share_id: id,
      title: linkTitle,
      state,
      thumbnail_url: cover && variantUrl('sm', cover.filename),
    })),
  }
}

/** Lists the fields explicitly, so that ids stay internal. A locked gallery has only a title. */
export const presentPublicStudioPage = (
  { title, text }: Pick<OpenedStudioPage, 'title' | 'text'>,
  galleries: ListedGallery[],
): http.PublicStudioPage => ({ title, text, galleries: galleries.map(presentListedGallery) })

function presentListedGallery({ title, address, open }: ListedGallery): http.ListedGallery {
  const galleryFields = { title, url: `/share/${encodeURIComponent(address)}`, locked: open === null }
  if (!open) return { ...galleryFields, shared_at: null, cover: null }
  return { ...galleryFields, shared_at: open.sharedAt, cover: open.cover && presentCover(open.cover, open.token) }
}

type Cover = NonNullable<NonNullable<ListedGallery['open']>['cover']>
function presentCover({ filename, ...cover }: Cover, token: string): http.ListedGallery['cover'] {
  const { width, height, placeholder, x, y } = cover
  return { url: galleryPhotoUrl(filename, token), width, height, placeholder, x, y }
}
