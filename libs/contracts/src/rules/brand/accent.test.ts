import { computeAccent, contrastRatio, hasEnoughContrast } from './accent.ts'

it('computes the contrast of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastRatio('#2563EB', '#2563eb')).toBe(1)
})

const HEX_CHANNELS = [0, 63, 127, 191, 255].map(value => value.toString(16).padStart(2, '0'))
/** Colors that cover the whole RGB space. */
const SAMPLE_COLORS = HEX_CHANNELS.flatMap(red =>
  HEX_CHANNELS.flatMap(green => HEX_CHANNELS.map(blue => `#${red}${green}${blue}`)),
)

it('makes text on and in every color readable in both themes', () => {
  for (const color of SAMPLE_COLORS) {
    const { light, dark, text } = computeAccent(color)
    expect([color, contrastRatio(light, '#ffffff') >= 4.5, contrastRatio(light, '#f6f6f6') >= 4.5]).toEqual([
      color,
      true,
      true,
    ])
    expect([color, contrastRatio(dark, '#ffffff') >= 4.5, contrastRatio(dark, '#121212') >= 3]).toEqual([
      color,
      true,
      true,
    ])
    expect([color, contrastRatio(text, '#1b1b1b') >= 4.5, contrastRatio(text, '#121212') >= 4.5]).toEqual([
      color,
      true,
      true,
    ])
  }
})

it('does not change a readable color', () => {
  expect(computeAccent('#8A2B5E').light).toBe('#8a2b5e')
  expect([hasEnoughContrast('#8a2b5e'), hasEnoughContrast('#ffd400')]).toEqual([true, false])
})
