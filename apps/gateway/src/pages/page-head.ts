import type { http } from '@daymark/contracts'
import { escaped } from './card-tags.ts'

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
