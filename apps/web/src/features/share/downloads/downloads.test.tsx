import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { failure, type FakeApi } from '../../../../test/fake-api.ts'
import { gallery } from '../../../../test/fake-gallery.ts'
import { hideConsoleErrors, renderApp } from '../../../../test/render-app.tsx'
import '../share.page.tsx'
import '../gallery/selection-mode.tsx'
import './download.dialog.tsx'

hideConsoleErrors()
const startedUrls: string[] = []
jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
  startedUrls.push(this.getAttribute('href') ?? '')
})
beforeEach(() => void startedUrls.splice(0))

const createPreparedResponse = (answer: Partial<http.PreparedDownload> = {}) =>
  Response.json({ total: 3, ready: 3, bytes: 10, url: '/the.zip', ...answer })
const openGallery = (link: Partial<http.PublicShare['link']> = {}, prepare?: (api: FakeApi) => void) =>
  renderApp('/share/tok', api => {
    api.user = null
    api.on('GET /api/shares/public/tok', () =>
      Response.json(gallery({ download_sizes: ['original', '2048', '1080'], ...link }, 3)),
    )
    api.on('POST /api/shares/track', () => new Response(null, { status: 204 }))
    api.on('POST /api/shares/public/tok/downloads', () => createPreparedResponse())
    prepare?.(api)
  })
const findRequestedDownloads = ({ api }: ReturnType<typeof openGallery>) =>
  api.callsTo('POST', '/api/shares/public/tok/downloads').map(({ body }) => body)
const findAlbumLink = () => screen.findByRole('link', { name: 'Download Album (ZIP)' })
const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

it('S-PUB-03 S-TRK-02 downloads the album in the chosen size once it is ready', async () => {
  let ready = 1
  const page = openGallery({}, api =>
    api.on('POST /api/shares/public/tok/downloads', () => createPreparedResponse({ ready: ready++ })),
  )
  await page.person.click(await findAlbumLink())
  const shown = await findDialog('Download album')
  expect(shown.getAllByRole('radio').map(radio => radio.closest('label')?.textContent)).toEqual([
    expect.stringMatching(/^Original/),
    expect.stringMatching(/^2048 px/),
    expect.stringMatching(/^1080 px/),
  ])
  await page.person.click(shown.getByRole('radio', { name: /2048/ }))
  await page.person.click(shown.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(startedUrls).toEqual(['/the.zip']))
  expect(findRequestedDownloads(page)).toEqual([{ size: '2048' }, { size: '2048' }, { size: '2048' }])
  await waitFor(() =>
    expect(page.api.callsTo('POST', '/api/shares/track').map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ event_type: 'download', event_data: { type: 'album_zip', count: 3 } }),
    ),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('selecting: press, Shift, Escape; the selection is downloaded', async () => {
  const page = openGallery({ download_sizes: ['original'] })
  await page.person.click(await screen.findByRole('button', { name: 'Select' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Select Title 1' }))
  fireEvent.click(screen.getByRole('button', { name: 'Select Title 3' }), { shiftKey: true })
  fireEvent.click(screen.getByRole('button', { name: 'Select Title 2' }))
  expect(screen.getByRole('button', { name: 'Select Title 2' })).toHaveAttribute('aria-pressed', 'false')
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected photos' }))
  expect(bar.getByText('2 selected')).toBeVisible()
  await page.person.click(bar.getByRole('button', { name: 'Download' }))
  await page.person.click((await findDialog('Download 2 photos')).getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(startedUrls).toEqual(['/the.zip']))
  expect(findRequestedDownloads(page)).toEqual([{ size: 'original', image_ids: ['p1', 'p3'] }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => void fireEvent.keyDown(document, { key: 'Escape' }))
  expect(await screen.findByRole('button', { name: 'Open Title 1' })).toBeVisible()
})

it('a limit is shown before the download, and a refusal gives the reason', async () => {
  const page = openGallery({ download_sizes: ['original'], has_download_limit: true }, api => {
    api.on('GET /api/shares/public/tok/downloads', () =>
      Response.json({ sizes: ['original'], visitor_limit: 5, left: 1 }),
    )
    api.on('POST /api/shares/public/tok/downloads', () => failure(403, 'You have 1 left.'))
  })
  await page.person.click(await findAlbumLink())
  const shown = await findDialog('Download album')
  expect(await shown.findByText('You can still download 1 photo.')).toBeVisible()
  await page.person.click(shown.getByRole('button', { name: 'Download' }))
  expect(await shown.findByRole('alert')).toHaveTextContent('You have 1 left.')
  expect(startedUrls).toEqual([])
})

describe('a phone that can share files', () => {
  let matchMediaSpy: jest.SpiedFunction<typeof window.matchMedia>
  const share = jest.fn<(data: ShareData) => Promise<void>>()
  beforeEach(() => {
    matchMediaSpy = jest.spyOn(window, 'matchMedia')
    Object.assign(navigator, { canShare: () => true, share: share.mockReset().mockResolvedValue() })
    matchMediaSpy.mockImplementation(
      query => Object.assign(new EventTarget(), { matches: query.includes('width'), media: query }) as MediaQueryList,
    )
  })
  afterEach(() => {
    Object.assign(navigator, { canShare: undefined, share: undefined })
    matchMediaSpy.mockRestore()
  })
  const createPhotoResponse = () =>
    new Response('x', {
      headers: { 'content-type': 'image/jpeg', 'content-disposition': "attachment; filename*=UTF-8''Beach%201.JPG" },
    })
  async function save() {
    const page = openGallery({ download_sizes: ['original'] }, api =>
      [1, 2, 3].forEach(n => api.on(`GET /media/share/lg/p${n}.jpg`, createPhotoResponse)),
    )
    await page.person.click(await findAlbumLink())
    const shown = await findDialog('Download album')
    await page.person.click(shown.getByRole('button', { name: 'Save to Photos' }))
    return { page, shown }
  }

  it('saves to its photos under their names', async () => {
    await save()
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
    expect(share.mock.calls[0]?.[0].files?.map(({ name }) => name)).toEqual(Array(3).fill('Beach 1.JPG'))
    expect(startedUrls).toEqual([])
  })

  it('asks for another press if the first was too long ago', async () => {
    share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    const { page, shown } = await save()
    expect(await shown.findByText(/Save to Photos” again/)).toBeVisible()
    await page.person.click(shown.getByRole('button', { name: 'Save to Photos' }))
    await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
  })

  it('downloads where sharing fails', async () => {
    share.mockRejectedValueOnce(new DOMException('', 'DataError'))
    await save()
    await waitFor(() => expect(startedUrls).toEqual(['/the.zip']))
  })
})
