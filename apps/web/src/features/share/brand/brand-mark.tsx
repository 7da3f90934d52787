import type { http } from '@daymark/contracts'
import { type ReactNode, useLayoutEffect } from 'react'
import { parseJson } from '../../../lib/api.ts'
import styles from './brand-mark.module.css'

type Props = { otherwise?: ReactNode; brand?: http.PublicBrand | null }

/** The studio's logo or name, linked to its website if set. `otherwise` is shown in galleries without a studio brand. */
export function BrandMark({ otherwise = null, brand = shownBrand() }: Props) {
  if (!brand) return otherwise
  const { name, website, logo } = brand
  const mark = logo ? <img src={logo.url} alt={name} width={logo.width} height={logo.height} /> : name
  return website ? (
    <a href={website} className={styles['mark']} rel="noopener" target="_blank">
      {mark}
    </a>
  ) : (
    <span className={styles['mark']}>{mark}</span>
  )
}

const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="daymark-${name}"]`)?.content ?? ''

/** rule 71: the studio brand in the head of the page; null: Daymark's own design. */
export const shownBrand = () => parseJson(metaContent('brand')) as http.PublicBrand | null

/** The address of Daymark, set on a studio's own domain. */
export const daymarkHome = () => metaContent('home')

/** Applies the studio's color to the page while mounted. */
export function useBrandColors() {
  useLayoutEffect(() => {
    const accent = shownBrand()?.accent
    if (!accent) return
    const { style } = document.documentElement
    const { light, dark, text } = accent
    const colors = {
      accent: `light-dark(${light}, ${dark})`,
      'accent-hover': `color-mix(in srgb, light-dark(${light}, ${dark}), #000 12%)`,
      'accent-text': `light-dark(${light}, ${text})`,
      focus: `light-dark(${light}, ${text})`,
    }
    for (const [name, color] of Object.entries(colors)) style.setProperty(`--color-${name}`, color)
    return () => Object.keys(colors).forEach(name => style.removeProperty(`--color-${name}`))
  }, [])
}
