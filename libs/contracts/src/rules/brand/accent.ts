/** `#rrggbb`, in small letters or large ones. */
export const HEX_COLOR = /^#[0-9a-f]{6}$/i

type Rgb = [number, number, number]

/**
 * A studio's colour as galleries may show it: `light` and `dark` under white words, in that theme; `text` as words on a dark page. Each
 * is the colour itself, or as close to it as can be read.
 */
export type Accent = { light: string; dark: string; text: string }

/** Of white words on it 4.5:1 (WCAG 1.4.3), also on a page that is not quite white. */
const DARKEST_TEXT = 0.165
/** 3:1 beside a dark page, of a button (1.4.11); 4.5:1 of words on what is raised above it. */
const SEEN_ON_DARK = 0.125
const READ_ON_DARK = 0.3

export function accentOf(colour: string): Accent {
  const light = within(colour, 0, DARKEST_TEXT)
  return { light, dark: within(colour, SEEN_ON_DARK, DARKEST_TEXT), text: within(colour, READ_ON_DARK, 1) }
}

/** Whether galleries show it as it is: what is made darker or lighter is told where it is chosen. */
export const isReadable = (colour: string): boolean => accentOf(colour).light === colour.toLowerCase()

/** How far two colours can be told apart (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixed with black or white until it is as bright as that, and no further. */
function within(colour: string, least: number, most: number): string {
  const rgb = rgbOf(colour)
  const is = luminance(rgb)
  if (is >= least && is <= most) return hexOf(rgb)
  const [end, wanted] = is > most ? [0, most] : [255, least]
  let [from, to] = [0, 1]
  for (let step = 0; step < 20; step++) {
    const part = (from + to) / 2
    const reached = luminance(mixed(rgb, end, part))
    if (end === 0 ? reached <= wanted : reached >= wanted) to = part
    else from = part
  }
  return hexOf(mixed(rgb, end, to))
}

const mixed = (rgb: Rgb, end: number, part: number): Rgb =>
  rgb.map(value => (end === 0 ? Math.floor : Math.ceil)(value + (end - value) * part)) as Rgb
const rgbOf = (colour: string): Rgb => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb
const hexOf = (rgb: Rgb): string => `#${rgb.map(value => value.toString(16).padStart(2, '0')).join('')}`

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
