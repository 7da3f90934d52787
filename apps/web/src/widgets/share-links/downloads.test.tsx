import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { http } from '@daymark/contracts'
import { share, withAlbum } from '../../../test/fake-albums.ts'
import { renderApp } from '../../../test/render-app.tsx'
import '../../features/albums/album.page.tsx'
import './edit/share-link.dialog.tsx'
import { describeShare } from './row/share-row.tsx'

it('S-PANEL-09 the owner chooses the sizes and the limits of a link', async () => {
  const { api, person } = renderApp('/albums/lisbon', withAlbum({ shares: [share({ id: 'one' })] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Share Links' }))
  await person.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByRole('form', { name: 'Edit share link' })
  const original = screen.getByRole('checkbox', { name: 'Original' })
  expect(original).toBeChecked()
  expect(original).toBeDisabled()
  await person.click(screen.getByRole('checkbox', { name: /^1080 px/ }))
  await person.click(screen.getByRole('checkbox', { name: /^2048 px/ }))
  await person.click(original)
  await person.type(screen.getByLabelText('Photos in total'), '500')
  await person.type(screen.getByLabelText('Photos per visitor'), '20')
  await person.click(screen.getByRole('button', { name: 'Save Link' }))
  await waitFor(() => expect(api.callsTo('PATCH', '/api/shares/one')).toHaveLength(1))
  expect(api.callsTo('PATCH', '/api/shares/one')[0]?.body).toMatchObject({
    download_sizes: ['2048', '1080'],
    download_limit: 500,
    visitor_download_limit: 20,
  })
})

it('sizes and limits are hidden while downloads are off', async () => {
  const { person } = renderApp('/albums/lisbon', withAlbum({ shares: [] }))
  await person.click(await screen.findByRole('button', { name: 'New Link' }))
  await person.click(await screen.findByRole('switch', { name: 'Allow downloads' }))
  expect(screen.queryByRole('checkbox', { name: 'Original' })).toBeNull()
  expect(screen.queryByLabelText('Photos in total')).toBeNull()
})

it.each<[Partial<http.Share>, string[]]>([
  [{}, []],
  [{ download_sizes: ['original', '2048'] }, ['Downloads in Original, 2048 px']],
  [{ download_limit: 100, download_count: 12 }, ['12 of 100 downloaded']],
  [{ download_limit: 100, download_count: 100 }, ['All 100 downloads used up']],
  [{ visitor_download_limit: 20, download_count: 3 }, ['20 per visitor, 3 downloaded']],
  [{ allow_downloads: false, download_limit: 5 }, ['No downloads']],
])('the row of a link with %j shows %j', (settings, expectedTexts) => {
  const [, , ...settingTexts] = describeShare(share({ id: 'one', ...settings }))
  expect(settingTexts).toEqual(expectedTexts)
})
