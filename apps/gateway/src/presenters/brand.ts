import { accentOf, type Brand, type http, type Rendition, routes } from '@daymark/contracts'
import type { ShownBrand } from '../hosts/shown-brands.ts'

const versionOf = ({ sha256 }: Rendition): string => sha256.slice(0, 12)

export const presentBrand = ({ name, website, accent }: Brand, logo: Rendition | null): http.BrandSettings => ({
  ...{ name, website, accent },
  logo_url: logo && `${routes.getBrandLogo.path}?v=${versionOf(logo)}`,
})

/** `token`: of the link whose page it is. */
export const presentShownBrand = ({ name, website, accent, logo }: ShownBrand, token: string): http.ShownBrand => ({
  ...{ name, website },
  accent: accent === null ? null : accentOf(accent),
  logo: logo && {
    url: `${routes.getSharedLogo.path}?token=${encodeURIComponent(token)}&v=${versionOf(logo)}`,
    width: logo.width,
    height: logo.height,
  },
})
