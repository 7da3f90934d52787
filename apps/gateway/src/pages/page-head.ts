import type { http } from '@daymark/contracts'
import { escaped } from './card-tags.ts'

const OWN_TAGS = /<title>[^<]*<\/title>\s*|<meta name="description"[^>]*>\s*/g

/** The application's page with other words in its head. */
export class PageHead {
  private readonly bare: string

  constructor(private readonly page: string) {
    this.bare = page.replaceAll(OWN_TAGS, '')
  }

  /** With the application's title and description as well. */
  plain(tags: string): string {
    return withHead(this.page, tags)
  }

  /** With a title and a description of their own. */
  own(tags: string): string {
    return withHead(this.bare, tags)
  }

  /** A studio's page has the studio's icon, or none, and its clients do not write to us. */
  ofStudio(tags: string): string {
    return this.own(tags).replaceAll(/<(?:link rel="icon" href="\/favicon|meta name="daymark-support")[^>]*>\s*/g, '')
  }
}

/** Cut and put together, never replaced: a title may hold what a replacement would take for a pattern. */
function withHead(page: string, tags: string): string {
  const at = /<meta charset[^>]*>/i.exec(page) ?? /<!doctype html>/i.exec(page)
  const end = at ? at.index + at[0].length : 0
  return page.slice(0, end) + tags + page.slice(end)
}

/**
 * What the screens of a visitor need to know before they ask for anything, also where there is nothing to be had: the studio's look, and
 * on a custom domain where Daymark itself is.
 */
export function pageTags(brand: http.PublicBrand | null | undefined, home: string | undefined): string {
  return [
    ...(brand ? [meta('daymark-brand', JSON.stringify(brand)), icon(brand.logo?.url)] : []),
    ...(home === undefined ? [] : [meta('daymark-home', home)]),
  ].join('')
}

const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}" />`
/** Without one browsers would ask for Daymark's. */
const icon = (url = 'data:,'): string => `<link rel="icon" href="${escaped(url)}" />`

/** Here is the page of a studio: at the root of a custom domain, too, where the application has another screen. */
export const studioPageTag = meta('daymark-studio', 'page')
