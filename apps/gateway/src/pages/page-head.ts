import { LINK_CARD, coverSources, type http, PHONE_MEDIA } from '@daymark/contracts'
import { createHash } from 'node:crypto'
import { galleryPhotoUrl } from '../presenters/gallery.ts'
import type { PublicCard } from './link-cards.ts'

/** `studio`: name of the studio that replaces Daymark. */
export type PageOf = { site: string; token: string; studio: string | undefined }

const nameOf = ({ studio }: PageOf): string => studio ?? 'Daymark'

/** Tags of a link that is locked, ended or unknown. They reveal nothing about the gallery. */
export const closedTags = (page: PageOf): string =>
  [
    ...(page.studio === undefined ? [] : [titleTag(page.studio)]),
    property('og:site_name', nameOf(page)),
    property('og:title', 'Gallery'),
    property('og:url', address(page)),
  ].join('')

/** Tags of an upload link, the same for everyone. */
export const uploadTags = (page: PageOf): string =>
  [
    titleTag(`Send photos · ${nameOf(page)}`),
    property('og:site_name', nameOf(page)),
    property('og:title', 'Send photos'),
    property('og:url', address(page, 'upload')),
  ].join('')

/** Tags of a gallery for crawlers, and a preload of its cover. */
export function cardTags(card: PublicCard, page: PageOf): string {
  const description = card.description || 'A gallery of photographs.'
  return [
    titleTag(`${card.title} · ${nameOf(page)}`),
    named('description', description),
    property('og:type', 'website'),
    property('og:site_name', nameOf(page)),
    property('og:title', card.title),
    property('og:description', description),
    property('og:url', address(page)),
    ...pictureTags(card, page),
    named('twitter:card', card.picture ? 'summary_large_image' : 'summary'),
    ...preload(card, page.token),
  ].join('')
}

type StudioCard = { title: string; text: string; allowIndexing: boolean; url: string; card: PublicCard | undefined }

/** Tags of a studio page with the picture of its first public gallery. */
export function studioTags({ title, text, allowIndexing, url, card }: StudioCard, page: PageOf): string {
  const description = text.replaceAll(/\s+/g, ' ') || `Galleries of ${title}.`
  return [
    titleTag(page.studio === undefined ? `${title} · Daymark` : title),
    named('description', description),
    ...(allowIndexing ? [] : [named('robots', 'noindex')]),
    property('og:type', 'website'),
    property('og:site_name', nameOf(page)),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    ...(card ? pictureTags(card, page) : []),
    named('twitter:card', card?.picture ? 'summary_large_image' : 'summary'),
  ].join('')
}

function pictureTags({ picture, mark }: PublicCard, { site, token }: PageOf): string[] {
  if (!picture) return []
  // Crawlers cache pictures for days, so a different picture needs a different URL.
  const version = createHash('sha256')
    .update(JSON.stringify([picture, mark]))
    .digest('hex')
    .slice(0, 12)
  return [
    property('og:image', `${site}/media/share/card.jpg?token=${token}&v=${version}`),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(LINK_CARD.width)),
    property('og:image:height', String(LINK_CARD.height)),
  ]
}

/** Loads the cover before the styles and the application's code have arrived. */
function preload({ picture, header }: PublicCard, token: string): string[] {
  if (!picture || header.photoId !== picture.photoId) return []
  const photo = { ...picture, url: galleryPhotoUrl(picture.filename, token) }
  const { srcSet, sizes, phone } = coverSources(photo, header.layout)
  return [
    preloadTag({ media: PHONE_MEDIA, href: phone }),
    preloadTag({ media: `not all and ${PHONE_MEDIA}`, imagesrcset: srcSet, imagesizes: sizes }),
  ]
}

const preloadTag = (attributes: Record<string, string>): string =>
  `<link rel="preload" as="image" fetchpriority="high"${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')} />`

const address = ({ site, token }: PageOf, kind = 'share'): string => `${site}/${kind}/${encodeURIComponent(token)}`
export const titleTag = (title: string): string => `<title>${escaped(title)}</title>`
const property = (name: string, content: string): string => `<meta property="${name}" content="${escaped(content)}" />`
const named = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}" />`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** For text and for attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? '')

const OWN_TAGS = /<title>[^<]*<\/title>\s*|<meta name="description"[^>]*>\s*/g

/** The application's page with other tags in its head. */
export class PageHead {
  private readonly bare: string

  constructor(private readonly page: string) {
    this.bare = page.replaceAll(OWN_TAGS, '')
  }

  /** Adds tags and keeps the application's title and description. */
  plain(tags: string): string {
    return withHead(this.page, tags)
  }

  /** Replaces the application's title and description. */
  own(tags: string): string {
    return withHead(this.bare, tags)
  }

  /** Also removes Daymark's icon and support address, which clients of a studio must not see. */
  ofStudio(tags: string): string {
    return this.own(tags).replaceAll(/<(?:link rel="icon" href="\/favicon|meta name="daymark-support")[^>]*>\s*/g, '')
  }
}

/** What the page shows until the application has loaded. `html` comes from FirstScreens, which escapes all texts. */
export function withFirstScreen(page: string, html: string, theme: 'light' | 'dark' | undefined): string {
  const themed = theme ? page.replace('<html lang="en"', `$& data-theme="${theme}"`) : page
  return themed.replace(FIRST_SCREEN, () => `${FIRST_SCREEN}${html}`)
}
const FIRST_SCREEN = '<div id="first-screen">'

const AFTER = [/<meta name="viewport"[^>]*>/i, /<meta charset[^>]*>/i, /<!doctype html>/i]

/** Inserts by position instead of `replace`, because a title may contain replacement patterns such as `$&`. */
function withHead(page: string, tags: string): string {
  // Before its viewport is known, a phone takes the conditions of a preload for those of a desktop.
  const at = AFTER.map(tag => tag.exec(page)).find(found => found !== null)
  const end = at ? at.index + at[0].length : 0
  return page.slice(0, end) + tags + page.slice(end)
}

/**
 * Values that screens of visitors need before their first request: the brand of the studio and, on a custom domain, the URL of the
 * installation.
 */
export function pageTags(brand: http.PublicBrand | null | undefined, home: string | undefined): string {
  return [
    ...(brand ? [meta('daymark-brand', JSON.stringify(brand)), icon(brand.logo?.url)] : []),
    ...(home === undefined ? [] : [meta('daymark-home', home)]),
  ].join('')
}

const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}" />`
/** Without this tag browsers would request Daymark's icon. */
const icon = (url = 'data:,'): string => `<link rel="icon" href="${escaped(url)}" />`

/** Tells the application to show a studio page, also at the root of a custom domain. */
export const studioPageTag = meta('daymark-studio', 'page')
