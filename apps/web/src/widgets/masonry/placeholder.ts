import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'

const urlsByHash = new Map<string, string>()

/**
 * The decoder of thumbhash makes colors stronger by a quarter, which tints gray areas and makes a scrolling page flash.
 * With half of the saturation, hardly any area is more colorful than in the photo.
 */
const SATURATION = 0.5

function reduceSaturation(rgba: Uint8Array) {
  // The loop is written for speed, because a phone renders several placeholders before it shows a gallery.
  for (let at = 0; at < rgba.length; at += 4) {
    const gray = ((rgba[at] ?? 0) + (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0)) / 3
    for (let n = at; n < at + 3; n++) rgba[n] = gray + ((rgba[n] ?? 0) - gray) * SATURATION
  }
}

/** Renders a thumbhash as a tiny picture. Returns undefined for an invalid hash. */
export function createPlaceholderUrl(hash: string | null): string | undefined {
  if (!hash) return undefined
  const knownUrl = urlsByHash.get(hash)
  if (knownUrl) return knownUrl
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(hash), letter => letter.charCodeAt(0)))
    reduceSaturation(rgba)
    const url = rgbaToDataURL(w, h, rgba)
    urlsByHash.set(hash, url)
    return url
  } catch {
    return undefined
  }
}
