import { LINK_CARD, coverSources, type http, PHONE_MEDIA } from '@daymark/contracts'
import { createHash } from 'node:crypto'
import { galleryPhotoUrl } from '../presenters/gallery.ts'
import type { PublicCard } from './link-cards.ts'

/** `studio`: name of the studio that the page shows instead of Daymark. */
export type PageContext = { site: string; token: string; studio: string | undefined }

const siteNameOf = ({ studio }: PageContext): string => studio ?? 'Daymark'

/** Tags of a link that is locked, ended or unknown. They reveal nothing about the gallery. */
export const formatClosedTags = (page: PageContext): string =>
  [
    ...(page.studio === undefined ? [] : [formatTitleTag(page.studio)]),
    formatPropertyTag('og:site_name', siteNameOf(page)),
    formatPropertyTag('og:title', 'Gallery'),
    formatPropertyTag('og:url', createPageUrl(page)),
  ].join('')

/** Tags of an upload link. They are the same for all visitors. */
export const formatUploadTags = (page: PageContext): string =>
  [
    formatTitleTag(`Send photos · ${siteNameOf(page)}`),
    formatPropertyTag('og:site_name', siteNameOf(page)),
    formatPropertyTag('og:title', 'Send photos'),
    formatPropertyTag('og:url', createPageUrl(page, 'upload')),
  ].join('')

/** Tags of a gallery for crawlers, and a preload of its cover. */
export function formatCardTags(card: PublicCard, page: PageContext): string {
  const description = card.description || 'A gallery of photographs.'
  return [
    formatTitleTag(`${card.title} · ${siteNameOf(page)}`),
    formatNamedTag('description', description),
    formatPropertyTag('og:type', 'website'),
    formatPropertyTag('og:site_name', siteNameOf(page)),
    formatPropertyTag('og:title', card.title),
    formatPropertyTag('og:description', description),
    formatPropertyTag('og:url', createPageUrl(page)),
    ...formatPictureTags(card, page),
    formatNamedTag('twitter:card', card.picture ? 'summary_large_image' : 'summary'),
    ...formatPreloads(card, page.token),
  ].join('')
}

type StudioCard = { title: string; text: string; allowIndexing: boolean; url: string; card: PublicCard | undefined }

/** Tags of a studio page with the picture of its first public gallery. */
export function formatStudioTags({ title, text, allowIndexing, url, card }: StudioCard, page: PageContext): string {
  const description = text.replaceAll(/\s+/g, ' ') || `Galleries of ${title}.`
  return [
    formatTitleTag(page.studio === undefined ? `${title} · Daymark` : title),
    formatNamedTag('description', description),
    ...(allowIndexing ? [] : [formatNamedTag('robots', 'noindex')]),
    formatPropertyTag('og:type', 'website'),
    formatPropertyTag('og:site_name', siteNameOf(page)),
    formatPropertyTag('og:title', title),
    formatPropertyTag('og:description', description),
    formatPropertyTag('og:url', url),
    ...(card ? formatPictureTags(card, page) : []),
    formatNamedTag('twitter:card', card?.picture ? 'summary_large_image' : 'summary'),
  ].join('')
}

function formatPictureTags({ picture, watermarkVersion }: PublicCard, { site, token }: PageContext): string[] {
  if (!picture) return []
  // Crawlers cache pictures for days, so a different picture needs a different URL.
  const version = createHash('sha256')
    .update(JSON.stringify([picture, watermarkVersion]))
    .digest('hex')
    .slice(0, 12)
  return [
    formatPropertyTag('og:image', `${site}/media/share/card.jpg?token=${token}&v=${version}`),
    formatPropertyTag('og:image:type', 'image/jpeg'),
    formatPropertyTag('og:image:width', String(LINK_CARD.width)),
    formatPropertyTag('og:image:height', String(LINK_CARD.height)),
  ]
}

/** Makes the browser load the cover before the styles and the code of the application have arrived. */
function formatPreloads({ picture, header }: PublicCard, token: string): string[] {
  if (!picture || header.photoId !== picture.photoId) return []
  const photo = { ...picture, url: galleryPhotoUrl(picture.filename, token) }
  const { srcSet, sizes, phone } = coverSources(photo, header.layout)
  return [
    formatPreloadTag({ media: PHONE_MEDIA, href: phone }),
    formatPreloadTag({ media: `not all and ${PHONE_MEDIA}`, imagesrcset: srcSet, imagesizes: sizes }),
  ]
}

const formatPreloadTag = (attributes: Record<string, string>): string =>
  `<link rel="preload" as="image" fetchpriority="high"${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')} />`

const createPageUrl = ({ site, token }: PageContext, kind = 'share'): string =>
  `${site}/${kind}/${encodeURIComponent(token)}`
export const formatTitleTag = (title: string): string => `<title>${escapeHtml(title)}</title>`
const formatPropertyTag = (name: string, content: string): string =>
  `<meta property="${name}" content="${escapeHtml(content)}" />`
const formatNamedTag = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeHtml(content)}" />`

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes a text for HTML content and attribute values. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => HTML_ENTITIES[character] ?? '')

const APPLICATION_TAGS = /<title>[^<]*<\/title>\s*|<meta name="description"[^>]*>\s*/g

/** The application's page with other tags in its head. */
export class PageHead {
  private readonly pageWithoutTags: string

  constructor(private readonly page: string) {
    this.pageWithoutTags = page.replaceAll(APPLICATION_TAGS, '')
  }

  /** Adds tags and keeps the application's title and description. */
  addTags(tags: string): string {
    return insertTags(this.page, tags)
  }

  /** Replaces the application's title and description. */
  replaceTags(tags: string): string {
    return insertTags(this.pageWithoutTags, tags)
  }

  /** Also removes Daymark's icon and support address, which clients of a studio must not see. */
  replaceTagsForStudio(tags: string): string {
    return this.replaceTags(tags).replaceAll(
      /<(?:link rel="icon" href="\/favicon|meta name="daymark-support")[^>]*>\s*/g,
      '',
    )
  }
}

/**
 * Inserts the first screen, which the page shows until the application has loaded. `html` comes from FirstScreens, which escapes all texts.
 */
export function insertFirstScreen(page: string, html: string, theme: 'light' | 'dark' | undefined): string {
  const themedPage = theme ? page.replace('<html lang="en"', `$& data-theme="${theme}"`) : page
  return themedPage.replace(FIRST_SCREEN_ELEMENT, () => `${FIRST_SCREEN_ELEMENT}${html}`)
}
const FIRST_SCREEN_ELEMENT = '<div id="first-screen">'

const INSERT_AFTER_TAGS = [/<meta name="viewport"[^>]*>/i, /<meta charset[^>]*>/i, /<!doctype html>/i]

/** Inserts by position instead of `replace`, because a title may contain replacement patterns such as `$&`. */
function insertTags(page: string, tags: string): string {
  // Until a phone has read the viewport tag, it evaluates the media conditions of preloads with the width of a desktop.
  const tagBefore = INSERT_AFTER_TAGS.map(tag => tag.exec(page)).find(match => match !== null)
  const end = tagBefore ? tagBefore.index + tagBefore[0].length : 0
  return page.slice(0, end) + tags + page.slice(end)
}

/**
 * Tags with values that the screens for visitors need before their first request: the brand of the studio and, on a custom domain, the URL
 * of the installation.
 */
export function formatPageTags(
  brand: http.PublicBrand | null | undefined,
  installationUrl: string | undefined,
): string {
  return [
    ...(brand ? [formatNamedTag('daymark-brand', JSON.stringify(brand)), formatIconTag(brand.logo?.url)] : []),
    ...(installationUrl === undefined ? [] : [formatNamedTag('daymark-home', installationUrl)]),
  ].join('')
}

/** Without this tag browsers would request Daymark's icon. */
const formatIconTag = (url = 'data:,'): string => `<link rel="icon" href="${escapeHtml(url)}" />`

/** With this tag the application shows a studio page, also at the root of a custom domain. */
export const STUDIO_PAGE_TAG = formatNamedTag('daymark-studio', 'page')
