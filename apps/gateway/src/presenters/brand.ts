import { accentOf, type Brand, type http, type Rendition, routes, studioLogoOf } from '@daymark/contracts'
import type { ShownBrand } from '../hosts/shown-brands.ts'

export const presentBrand = ({ name, website, accent }: Brand, logo: Rendition | null): http.BrandSettings => ({
  ...{ name, website, accent },
  logo_url: logo && `${routes.getBrandLogo.path}?v=${studioLogoOf(logo).version}`,
})

/** `token`: of the link whose page it is. */
export const presentShownBrand = ({ name, website, accent, logo }: ShownBrand, token: string): http.ShownBrand => ({
  ...{ name, website },
  accent: accent === null ? null : accentOf(accent),
  logo: logo && {
    url: `${routes.getSharedLogo.path}?token=${encodeURIComponent(token)}&v=${studioLogoOf(logo).version}`,
    width: logo.width,
    height: logo.height,
  },
})
