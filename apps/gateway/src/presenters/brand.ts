import { accentOf, type Brand, type http, type Rendition, routes, studioLogoOf } from '@daymark/contracts'
import type { ShownBrand } from '../hosts/shown-brands.ts'

export const presentBrand = ({ name, website, accent }: Brand, logo: Rendition | null): http.BrandSettings => ({
  ...{ name, website, accent },
  logo_url: logo && `${routes.getBrandLogo.path}?v=${studioLogoOf(logo).version}`,
})

/** `of`: whose page it is, a link's or a studio's. */
export const presentShownBrand = (
  { name, website, accent, logo }: ShownBrand,
  of: { token: string } | { studio: string },
): http.ShownBrand => ({
  ...{ name, website },
  accent: accent === null ? null : accentOf(accent),
  logo: logo && {
    url: `${routes.getSharedLogo.path}?${new URLSearchParams({ ...of, v: studioLogoOf(logo).version }).toString()}`,
    width: logo.width,
    height: logo.height,
  },
})
