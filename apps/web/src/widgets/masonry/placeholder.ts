import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'

const urlsByHash = new Map<string, string>()

/**
 * The decoder of thumbhash makes colors stronger by a quarter, which tints gray areas and makes a scrolling page flash.
 * With half of the saturation, hardly any area is more colorful than in the photo.
 */
const SATURATION = 0.5

function reduceSaturation(rgba: Uint8Array) {
  // The loop is written for speed, because a phone renders several placeholders before it shows a gallery.
  for (let offset = 0; offset < rgba.length; offset += 4) {
    const gray = ((rgba[offset] ?? 0) + (rgba[offset + 1] ?? 0) + (rgba[offset + 2] ?? 0)) / 3
    for (let n = offset; n < offset + 3; n++) rgba[n] = gray + ((rgba[n] ?? 0) - gray) * SATURATION
  }
}

/** Renders a thumbhash as a tiny picture. Returns undefined for an invalid hash. */
export function createPlaceholderUrl(hash: string | null): string | undefined {
  if (!hash) return undefined
  const cachedUrl = urlsByHash.get(hash)
  if (cachedUrl) return cachedUrl
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
