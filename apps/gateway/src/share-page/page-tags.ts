import type { http } from '@daymark/contracts'
import { escaped } from './card-tags.ts'

/**
 * What the screens of a visitor need to know before they ask for anything, also where there is nothing to be had: the studio's look, and
 * on a custom domain where Daymark itself is.
 */
export function pageTags(brand: http.ShownBrand | null | undefined, home: string | undefined): string {
  return [
    ...(brand ? [meta('daymark-brand', JSON.stringify(brand)), icon(brand.logo?.url)] : []),
    ...(home === undefined ? [] : [meta('daymark-home', home)]),
  ].join('')
}

const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}" />`
/** Without one browsers would ask for Daymark's. */
const icon = (url = 'data:,'): string => `<link rel="icon" href="${escaped(url)}" />`

/** The root of a custom domain is a studio's page there, in the place of the application's first screen. */
export const studioHome = meta('daymark-studio', 'home')
