import { createHash } from 'node:crypto'
import { CARD, coverSources } from '@daymark/contracts'
import { galleryPhotoUrl } from '../presenters/gallery.ts'
import type { ShownCard } from './link-cards.ts'

/** `studio`: who shows it in the place of Daymark. */
export type PageOf = { site: string; token: string; studio: string | undefined }

const nameOf = ({ studio }: PageOf): string => studio ?? 'Daymark'

/** Of a link that is locked, over or unknown: that there may be a gallery, and nothing of it. */
export const closedTags = (page: PageOf): string =>
  [
    ...(page.studio === undefined ? [] : [titleTag(page.studio)]),
    property('og:site_name', nameOf(page)),
    property('og:title', 'Gallery'),
    property('og:url', address(page)),
  ].join('')

/** Of an upload link, whoever asks: that somebody may send photos. */
export const uploadTags = (page: PageOf): string =>
  [
    titleTag(`Send photos · ${nameOf(page)}`),
    property('og:site_name', nameOf(page)),
    property('og:title', 'Send photos'),
    property('og:url', address(page, 'upload')),
  ].join('')

/** What the head of a gallery's page says to whoever reads no scripts, and the picture that a browser will need first. */
export function cardTags(card: ShownCard, page: PageOf): string {
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

type StudioCard = { title: string; text: string; allowIndexing: boolean; url: string; card: ShownCard | undefined }

/** Of a studio's page: with the picture of the first gallery that everybody may open, by the address of its link. */
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

function pictureTags({ picture, mark }: ShownCard, { site, token }: PageOf): string[] {
  if (!picture) return []
  // another picture has another address: what was fetched once is often kept for days
  const version = createHash('sha256')
    .update(JSON.stringify([picture, mark]))
    .digest('hex')
    .slice(0, 12)
  return [
    property('og:image', `${site}/media/share/card.jpg?token=${token}&v=${version}`),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(CARD.width)),
    property('og:image:height', String(CARD.height)),
  ]
}

/** The cover is asked for before the code that shows it is there. */
function preload({ picture, header }: ShownCard, token: string): string[] {
  if (!picture || header.photoId !== picture.photoId) return []
  const { srcSet, sizes } = coverSources({ ...picture, url: galleryPhotoUrl(picture.filename, token) }, header.layout)
  return [
    `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escaped(srcSet)}" imagesizes="${escaped(sizes)}" />`,
  ]
}

const address = ({ site, token }: PageOf, kind = 'share'): string => `${site}/${kind}/${encodeURIComponent(token)}`
export const titleTag = (title: string): string => `<title>${escaped(title)}</title>`
const property = (name: string, content: string): string => `<meta property="${name}" content="${escaped(content)}" />`
const named = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}" />`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** For text and for attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? '')
