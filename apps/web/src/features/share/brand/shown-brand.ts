import type { http } from '@daymark/contracts'
import { useLayoutEffect } from 'react'
import { parseJson } from '../../../lib/api.ts'

const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="daymark-${name}"]`)?.content ?? ''

/** rule 71: what the head of the page says of the studio; null: Daymark's own look. */
export const shownBrand = () => parseJson(metaContent('brand')) as http.PublicBrand | null

/** On a studio's own domain: where Daymark is, which is not there. */
export const daymarkHome = () => metaContent('home')

/** The studio's colour on whatever is shown to a visitor, for as long as it is. */
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
