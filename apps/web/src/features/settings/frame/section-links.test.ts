import { findCurrentSection } from './section-links.tsx'

const WINDOW_HEIGHT = 800
/** Three sections on a page of 1,200 px. The last two never reach the top of the window. */
const sectionBoxesAt = (scrolledPx: number) =>
  [
    { id: 'one', top: 0, bottom: 700 },
    { id: 'two', top: 700, bottom: 1000 },
    { id: 'three', top: 1000, bottom: 1200 },
  ].map(({ id, top, bottom }) => ({ id, top: top - scrolledPx, bottom: bottom - scrolledPx }))
const currentSectionAt = (scrolledPx: number, requestedId?: string) =>
  findCurrentSection(
    sectionBoxesAt(scrolledPx),
    { height: WINDOW_HEIGHT, scrollFraction: scrolledPx / 400 },
    requestedId,
  )

it('each section is current once while scrolling down, also those that never reach the top', () =>
  expect([0, 200, 280, 400].map(scrolledPx => currentSectionAt(scrolledPx))).toEqual(['one', 'one', 'two', 'three']))

it('the requested section is current while it is completely visible', () => {
  expect(currentSectionAt(400, 'two')).toBe('two')
  expect(currentSectionAt(400, 'three')).toBe('three')
  expect(currentSectionAt(100, 'three')).toBe('one')
  expect(currentSectionAt(0, 'unknown')).toBe('one')
})

it('a page without sections has no current one', () =>
  expect(findCurrentSection([], { height: WINDOW_HEIGHT, scrollFraction: 0 })).toBeUndefined())
