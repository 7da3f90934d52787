/** A color `#rrggbb` in upper or lower case. */
export const HEX_COLOR = /^#[0-9a-f]{6}$/i

type RgbColor = [number, number, number]

/**
 * The accent color of a studio in galleries. `light` and `dark`: background of white text in the light and dark theme. `text`: color of text
 * on a dark page. Each of them is the chosen color, or the closest color with sufficient contrast.
 */
type Accent = { light: string; dark: string; text: string }

/** Highest luminance of a background on which white text has a contrast of 4.5:1 (WCAG 1.4.3), with a margin. */
const MAX_LUMINANCE_BEHIND_WHITE_TEXT = 0.165
/** Lowest luminance of a button with a contrast of 3:1 to a dark page (WCAG 1.4.11). */
const MIN_BUTTON_LUMINANCE_ON_DARK = 0.125
/** Lowest luminance of text with a contrast of 4.5:1 to a dark raised surface, such as a dialog. */
const MIN_TEXT_LUMINANCE_ON_DARK = 0.3

export function computeAccent(color: string): Accent {
  const light = limitLuminance(color, 0, MAX_LUMINANCE_BEHIND_WHITE_TEXT)
  return {
    light,
    dark: limitLuminance(color, MIN_BUTTON_LUMINANCE_ON_DARK, MAX_LUMINANCE_BEHIND_WHITE_TEXT),
    text: limitLuminance(color, MIN_TEXT_LUMINANCE_ON_DARK, 1),
  }
}

/** Returns whether the color needs no adjustment in the light theme. If not, galleries use an adjusted color, which the settings show. */
export const hasEnoughContrast = (color: string): boolean => computeAccent(color).light === color.toLowerCase()

/** Returns the contrast ratio of two colors (WCAG 2). */
export function contrastRatio(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [
    relativeLuminance(parseHexColor(first)),
    relativeLuminance(parseHexColor(second)),
  ].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes a color with black or white until its luminance is at least `min` and at most `max`. */
function limitLuminance(color: string, min: number, max: number): string {
  const rgb = parseHexColor(color)
  const luminance = relativeLuminance(rgb)
  if (luminance >= min && luminance <= max) return formatHexColor(rgb)
  const [mixWith, target] = luminance > max ? [0, max] : [255, min]
  let [from, to] = [0, 1]
  for (let step = 0; step < 20; step++) {
    const ratio = (from + to) / 2
    const mixedLuminance = relativeLuminance(mixColors(rgb, mixWith, ratio))
    if (mixWith === 0 ? mixedLuminance <= target : mixedLuminance >= target) to = ratio
    else from = ratio
  }
  return formatHexColor(mixColors(rgb, mixWith, to))
}

const mixColors = (rgb: RgbColor, mixWith: number, ratio: number): RgbColor =>
  rgb.map(value => (mixWith === 0 ? Math.floor : Math.ceil)(value + (mixWith - value) * ratio)) as RgbColor
const parseHexColor = (color: string): RgbColor =>
  [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16)) as RgbColor
const formatHexColor = (rgb: RgbColor): string => `#${rgb.map(value => value.toString(16).padStart(2, '0')).join('')}`

function relativeLuminance(rgb: RgbColor): number {
  const [red = 0, green = 0, blue = 0] = rgb.map(value => {
    const channel = value / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
