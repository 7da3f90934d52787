import { findCurrentSection } from './section-links.tsx'

const HEIGHT = 800
/** Three sections on a page of 1,200 px; the last two never reach the top. */
const places = (scrollFraction: number) =>
  [
    { id: 'one', top: 0, bottom: 700 },
    { id: 'two', top: 700, bottom: 1000 },
    { id: 'three', top: 1000, bottom: 1200 },
  ].map(({ id, top, bottom }) => ({ id, top: top - scrollFraction, bottom: bottom - scrollFraction }))
const at = (scrollFraction: number, wanted?: string) =>
  findCurrentSection(places(scrollFraction), { height: HEIGHT, scrollFraction: scrollFraction / 400 }, wanted)

it('each section is current once while scrolling down, also those that never reach the top', () =>
  expect([at(0), at(200), at(280), at(400)]).toEqual(['one', 'one', 'two', 'three']))

it('the requested section is current while it is completely visible', () => {
  expect([at(400, 'two'), at(400, 'three'), at(100, 'three')]).toEqual(['two', 'three', 'one'])
  expect(at(0, 'unknown')).toBe('one')
})

it('a page without sections has no current one', () =>
  expect(findCurrentSection([], { height: HEIGHT, scrollFraction: 0 })).toBeUndefined())
