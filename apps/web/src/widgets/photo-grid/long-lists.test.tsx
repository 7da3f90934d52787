import { act, screen, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import { withAlbum } from '../../../test/fake-albums.ts'
import { images } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'
import '../../features/albums/album.page.tsx'

const PHOTO_COUNT = 1000
/** The maximum number of tiles in the document (docs/performance.md). */
const MAX_TILES = 60

let scrolledPx = 0
const rectMock = jest
  .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  .mockImplementation(() => new DOMRect(0, -scrolledPx, 1200, 0))
afterAll(() => rectMock.mockRestore())
beforeEach(() => void (scrolledPx = 0))

/** Simulates scrolling by a number of px, because jsdom has no layout. */
async function scrollTo(px: number) {
  scrolledPx = px
  await act(async () => {
    document.dispatchEvent(new Event('scroll'))
    await new Promise(requestAnimationFrame)
  })
}

/** Scrolls through the list and expects at most MAX_TILES tiles at each position. */
async function expectFewTiles(list: HTMLElement) {
  const height = Number.parseInt(list.style.height, 10)
  expect(height).toBeGreaterThan(10 * window.innerHeight)
  const renderedPositions = new Set<string>()
  for (let px = 0; px < height; px += Math.round(height / 23)) {
    await scrollTo(px)
    const tiles = within(list).getAllByRole('listitem')
    expect(tiles.length).toBeLessThanOrEqual(MAX_TILES)
    tiles.forEach(tile => renderedPositions.add(tile.getAttribute('aria-posinset') ?? ''))
    expect(tiles[0]).toHaveAttribute('aria-setsize', String(PHOTO_COUNT))
  }
  // different tiles were rendered at different positions
  expect(renderedPositions.size).toBeGreaterThan(PHOTO_COUNT / 2)
}

const openAlbum = async () => {
  const app = renderApp('/albums/lisbon', withAlbum({ photos: images(PHOTO_COUNT) }))
  return { ...app, list: await screen.findByRole('list', { name: 'Photos in this album' }) }
}

it('L-GRID-04 the overlays of tiles added while scrolling appear when scrolling stops', async () => {
  const { list } = await openAlbum()
  // frames are real and may be late on a slow machine; the scroll timer is simulated
  jest.useFakeTimers({ doNotFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'queueMicrotask', 'performance'] })
  try {
    await scrollTo(Number.parseInt(list.style.height, 10) / 2)
    const [tile] = within(list).getAllByRole('listitem')
    const photo = within(tile!)
    expect(photo.getByRole('button', { name: /^Open / })).toBeVisible()
    expect(photo.queryByRole('button', { name: /^Like / })).not.toBeInTheDocument()
    act(() => void jest.advanceTimersByTime(1000))
    expect(photo.getByRole('button', { name: /^Like / })).toBeVisible()
    expect(photo.getByText('JPEG')).toBeVisible()
  } finally {
    jest.useRealTimers()
  }
})

it('L-LB-04 the contact sheet also renders 60 tiles, and keyboard focus keeps its place in the list', async () => {
  const { person } = await openAlbum()
  await person.click(screen.getByRole('button', { name: 'Open DSC_1.JPG' }))
  await person.click(await screen.findByRole('button', { name: 'Contact Sheet' }))
  const sheet = screen.getByRole('list', { name: 'Contact sheet' })
  act(() => within(sheet).getByRole('button', { name: 'Open photo 1: DSC_1.JPG' }).focus())
  await expectFewTiles(sheet)
  expect(within(sheet).getByRole('button', { name: 'Open photo 1: DSC_1.JPG' })).toHaveFocus()
})

it('L-AD-13 rearranging also renders 60 tiles', async () => {
  const { person } = await openAlbum()
  await person.click(screen.getByRole('button', { name: 'Rearrange Photos' }))
  await expectFewTiles(await screen.findByRole('list', { name: 'Photos in order' }))
})
