import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'

const decoded = new Map<string, string>()

/**
 * A thumbhash keeps nine numbers of each colour and overdraws them by a quarter: what is grey in the photo is tinted in it, and a page
 * that scrolls flashes. With half of the colour hardly any place is more colourful than the photo that comes.
 */
const CHROMA = 0.5

function mute(rgba: Uint8Array) {
  for (let at = 0; at < rgba.length; at += 4) {
    const pixel = rgba.subarray(at, at + 3)
    const grey = ((pixel[0] ?? 0) + (pixel[1] ?? 0) + (pixel[2] ?? 0)) / 3
    pixel.forEach((value, n) => (pixel[n] = grey + (value - grey) * CHROMA))
  }
}

/** A thumbhash as a tiny picture; a hash that cannot be read is no placeholder. */
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
