import type { http } from '@daymark/contracts'
import { type ReactNode, useLayoutEffect } from 'react'
import { parseJson } from '../../../lib/api.ts'
import styles from './brand-mark.module.css'

type Props = { fallback?: ReactNode; brand?: http.PublicBrand | null }

/** The studio's logo or name, linked to its website if it has one. Without a studio brand, `fallback` is rendered. */
export function BrandMark({ fallback = null, brand = getStudioBrand() }: Props) {
  if (!brand) return fallback
  const { name, website, logo } = brand
  const content = logo ? <img src={logo.url} alt={name} width={logo.width} height={logo.height} /> : name
  return website ? (
    <a href={website} className={styles['brand-mark']} rel="noopener" target="_blank">
      {content}
    </a>
  ) : (
    <span className={styles['brand-mark']}>{content}</span>
  )
}

const readMeta = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="daymark-${name}"]`)?.content ?? ''

/** rule 71: returns the studio brand, which the server writes into the head of the page. Null: the studio has none. */
export const getStudioBrand = () => parseJson(readMeta('brand')) as http.PublicBrand | null

/** Returns the address of the installation. Empty unless the page is served on the studio's own domain. */
export const getDaymarkUrl = () => readMeta('home')

/** Applies the studio's color to the page while the component is mounted. */
export function useBrandColors() {
  useLayoutEffect(() => {
    const accent = getStudioBrand()?.accent
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
