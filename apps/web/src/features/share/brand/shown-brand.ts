import type { http } from '@daymark/contracts'
import { useLayoutEffect } from 'react'
import { parseJson } from '../../../lib/api.ts'

const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="daymark-${name}"]`)?.content ?? ''

/** rule 71: the studio brand in the head of the page; null: Daymark's own design. */
export const shownBrand = () => parseJson(metaContent('brand')) as http.PublicBrand | null

/** The address of Daymark, set on a studio's own domain. */
export const daymarkHome = () => metaContent('home')

/** Applies the studio's color to the page while mounted. */
export function useBrandColours() {
  useLayoutEffect(() => {
    const accent = shownBrand()?.accent
    if (!accent) return
    const { style } = document.documentElement
    const { light, dark, text } = accent
    const colours = {
      accent: `light-dark(${light}, ${dark})`,
      'accent-hover': `color-mix(in srgb, light-dark(${light}, ${dark}), #000 12%)`,
      'accent-text': `light-dark(${light}, ${text})`,
      focus: `light-dark(${light}, ${text})`,
    }
    for (const [name, colour] of Object.entries(colours)) style.setProperty(`--color-${name}`, colour)
    return () => Object.keys(colours).forEach(name => style.removeProperty(`--color-${name}`))
  }, [])
}
