import type { http } from '@daymark/contracts'
import { screen, within } from '@testing-library/react'
import { failure } from '../../../test/fake-api.ts'
import { hideConsoleErrors, renderApp } from '../../../test/render-app.tsx'
import './shares.page.tsx'

hideConsoleErrors()

const preview = (fields: Partial<http.SharePreview> & { id: string }): http.SharePreview => ({
  token_start: 'AbCd1234',
  revoked: false,
  active: true,
  view_count: 0,
  last_viewed_at: null,
  expires_at: null,
  ...fields,
})
const lisbon: http.SharedAlbum = {
  id: 'lisbon',
  title: 'Lisbon',
  image_count: 12,
  kind: 'album',
  cover_image: '/media/variants/sm/cover.jpg',
  active_links: 1,
  total_links: 5,
  view_count: 1234,
  links: [
    preview({ id: 'one', view_count: 1, last_viewed_at: '2025-05-03T10:00:00.000Z' }),
    preview({ id: 'two', token_start: 'ZyXw9876', revoked: true, active: false, view_count: 7 }),
    preview({ id: 'three', token_start: 'Past0000', active: false, expires_at: '2020-05-01T21:59:59.000Z' }),
  ],
}
const koi = { id: 'koi', title: 'Koi', image_count: 1 }

const openShares = (overview: http.SharesOverview = { albums: [lisbon], albums_without_shares: [koi] }) =>
  renderApp('/shares', api => api.on('GET /api/shares/overview', () => Response.json(overview)))
const findSharedAlbums = () => screen.findByRole('list', { name: 'Albums with links' })

it('S-OVER-01 has the titles Shares and Share Links Overview', async () => {
  openShares()
  expect(await screen.findByRole('heading', { name: 'Shares', level: 1 })).toBeVisible()
  expect(screen.getByText('Share Links Overview')).toBeVisible()
  expect(document.title).toMatch(/^Shares/)
})

it('S-OVER-02 S-OVER-03 S-OVER-04 S-OVER-05 shows counts, views and up to three links of an album', async () => {
  openShares()
  const album = within(await findSharedAlbums())
  expect(album.getByRole('heading', { name: 'Lisbon' })).toBeVisible()
  expect(album.getByText('1/5 active')).toBeVisible()
  expect(album.getByText(/1[,.]?234 views · 12 photos/)).toBeVisible()
  const links = within(album.getByRole('list', { name: 'Links of Lisbon' })).getAllByRole('listitem')
  expect(links.map(link => link.textContent)).toEqual([
    expect.stringMatching(/^AbCd1234…1 view · Last viewed .*2025 · Never expires$/),
    'ZyXw9876…Revoked7 views · Never expires',
    expect.stringMatching(/^Past0000…Expired0 views · Expired .*2020$/),
    '+2 more',
  ])
})

it('S-OVER-06 a press opens the album', async () => {
  const { person, router } = openShares()
  await person.click(within(await findSharedAlbums()).getByRole('link', { name: 'Lisbon' }))
  expect(router.state.location.pathname).toBe('/albums/lisbon')
})

it('S-OVER-07 lists the albums without links', async () => {
  openShares()
  const others = within(await screen.findByRole('list', { name: 'Albums without Shares' }))
  expect(others.getByRole('link', { name: 'Koi 1 photo' })).toHaveAttribute('href', '/albums/koi')
})

it('S-OVER-08 shows No share links yet, and still lists the albums', async () => {
  openShares({ albums: [], albums_without_shares: [koi] })
  expect(await screen.findByRole('heading', { name: 'No share links yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Albums' })).toHaveAttribute('href', '/albums')
  expect(screen.getByRole('list', { name: 'Albums without Shares' })).toBeVisible()
})

it('L-SKEL-03 placeholders are shown while loading; a failure can be retried', async () => {
  let isDown = true
  const { person } = renderApp('/shares', api =>
    api.on('GET /api/shares/overview', () =>
      isDown ? failure(500) : Response.json({ albums: [], albums_without_shares: [] }),
    ),
  )
  expect(await screen.findByRole('status', { name: 'Loading shares' })).toHaveAttribute('aria-busy', 'true')
  expect(await screen.findByRole('heading', { name: 'The shares could not be loaded' })).toBeVisible()
  isDown = false
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'No share links yet' })).toBeVisible()
})

it('S-OVER-02 renders hundreds of albums in steps', async () => {
  const albums = Array.from({ length: 130 }, (_, n) => ({ ...lisbon, id: `album-${n}`, title: `Album ${n}` }))
  openShares({ albums, albums_without_shares: [] })
  expect(await screen.findByRole('heading', { name: 'Album 129' })).toBeInTheDocument()
  expect(within(await findSharedAlbums()).getAllByRole('heading')).toHaveLength(130)
})
