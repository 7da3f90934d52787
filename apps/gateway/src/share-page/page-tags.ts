import type { http } from '@daymark/contracts'
import { escaped } from './card-tags.ts'

type Carried = { brand: http.ShownBrand | null | undefined; home: string | undefined }

/**
 * What the screens of a visitor need to know before they ask for anything, also where there is nothing to be had: the studio's look, and
 * on a custom domain where Daymark itself is.
 */
export function pageTags({ brand, home }: Carried): string {
  return [
    ...(brand ? [meta('daymark-brand', JSON.stringify(brand))] : []),
    ...(brand?.logo ? [`<link rel="icon" href="${escaped(brand.logo.url)}" type="image/png" />`] : []),
    ...(home === undefined ? [] : [meta('daymark-home', home)]),
  ].join('')
}

const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}" />`
