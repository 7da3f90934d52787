import { accentOf, contrast, isReadable } from './accent.ts'

it('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#2563EB', '#2563eb')).toBe(1)
})

const STEPS = [0, 63, 127, 191, 255].map(value => value.toString(16).padStart(2, '0'))
const EVERY = STEPS.flatMap(red => STEPS.flatMap(green => STEPS.map(blue => `#${red}${green}${blue}`)))

it('whatever the colour is, words on it and in it can be read in both themes', () => {
  for (const colour of EVERY) {
    const { light, dark, text } = accentOf(colour)
    expect([colour, contrast(light, '#ffffff') >= 4.5, contrast(light, '#f6f6f6') >= 4.5]).toEqual([colour, true, true])
    expect([colour, contrast(dark, '#ffffff') >= 4.5, contrast(dark, '#121212') >= 3]).toEqual([colour, true, true])
    expect([colour, contrast(text, '#1b1b1b') >= 4.5, contrast(text, '#121212') >= 4.5]).toEqual([colour, true, true])
  }
})

it('a colour that can be read stays as it is', () => {
  expect(accentOf('#8A2B5E').light).toBe('#8a2b5e')
  expect([isReadable('#8a2b5e'), isReadable('#ffd400')]).toEqual([true, false])
})
