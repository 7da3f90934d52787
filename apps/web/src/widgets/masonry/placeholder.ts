import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'

const decoded = new Map<string, string>()

/**
 * A thumbhash stores nine numbers per color and exaggerates them by a quarter: gray areas of the photo are tinted, and a
 * scrolling page flashes. With half of the saturation, hardly any area is more colorful than the photo.
 */
const CHROMA = 0.5

function mute(rgba: Uint8Array) {
  for (let at = 0; at < rgba.length; at += 4) {
    const pixel = rgba.subarray(at, at + 3)
    const grey = ((pixel[0] ?? 0) + (pixel[1] ?? 0) + (pixel[2] ?? 0)) / 3
    pixel.forEach((value, n) => (pixel[n] = grey + (value - grey) * CHROMA))
  }
}

/** Renders a thumbhash as a tiny picture; an invalid hash has no placeholder. */
export function placeholderUrl(hash: string | null): string | undefined {
  if (!hash) return undefined
  const known = decoded.get(hash)
  if (known) return known
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(hash), letter => letter.charCodeAt(0)))
    mute(rgba)
    const url = rgbaToDataURL(w, h, rgba)
    decoded.set(hash, url)
    return url
  } catch {
    return undefined
  }
}
