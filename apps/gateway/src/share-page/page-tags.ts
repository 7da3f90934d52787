import type { http } from '@daymark/contracts'
import { escaped } from './card-tags.ts'

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
