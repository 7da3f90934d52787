import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { jest } from '@jest/globals'
import { album, favorites } from '../../../test/fake-albums.ts'
import { fails, FakeApi } from '../../../test/fake-api.ts'
import { cacheStore } from '../../lib/cache/browser-cache.ts'
import { queryClient } from '../../lib/cache/cache.ts'
import { createMemoryRouter, RouterProvider } from '../../lib/router.ts'
import { AlbumPicker } from './album-picker.tsx'
import { TagPicker } from './tag-picker.tsx'

const alerts = jest.spyOn(window, 'alert').mockImplementation(() => undefined)
jest.spyOn(console, 'error').mockImplementation(() => undefined)
beforeEach(() => alerts.mockClear())

type PickerProps = { photoIds: readonly string[]; onDone: () => void; onClose: () => void }

function open(Picker: (props: PickerProps) => React.ReactNode, prepare: (api: FakeApi) => void) {
  cacheStore.clearAll()
  queryClient.clear()
  const api = new FakeApi()
  prepare(api)
  window.fetch = api.fetch
  const onDone = jest.fn()
  const element = <Picker photoIds={['1', '2', '3']} onDone={onDone} onClose={() => undefined} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return { api, onDone, person: userEvent.setup() }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const withAlbums = (api: FakeApi) =>
  api.on('GET /api/albums', () =>
    Response.json([favorites(), album({ id: 'lisbon', title: 'Lisbon', image_count: 12 })]),
  )

describe('Add to Album', () => {
  it('L-GRID-08 lists the albums with their photo counts, without Favorites, which fills itself', async () => {
    open(AlbumPicker, withAlbums)
    expect(await button('Lisbon 12 photos')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Favorites/ })).toBeNull()
  })

  it('L-PHOTO-18 L-ERR-06 sends one request per photo and says how many were added', async () => {
    const { api, onDone, person } = open(AlbumPicker, api => {
      withAlbums(api)
      api.on('POST /api/albums/lisbon/images', () => Response.json({ added: 1 }))
    })
    await person.click(await button(/Lisbon/))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(api.callsTo('POST', '/api/albums/lisbon/images').map(({ body }) => body)).toEqual(
      ['1', '2', '3'].map(image_id => ({ image_id })),
    )
    expect(alerts).toHaveBeenCalledWith('Added 3 photos to album!')
  })

  it('L-ERR-07 Failed to add photos to album; the selection is kept', async () => {
    const { onDone, person } = open(AlbumPicker, api => {
      withAlbums(api)
      api.on('POST /api/albums/lisbon/images', () => fails(500))
    })
    await person.click(await button(/Lisbon/))
    await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to add photos to album'))
    expect(onDone).not.toHaveBeenCalled()
  })

  it('L-GRID-09 L-PHOTO-13 with no album: No albums available / Create an album first to organize your photos', async () => {
    open(AlbumPicker, api => api.on('GET /api/albums', () => Response.json([favorites()])))
    expect(await screen.findByText('No albums available')).toBeVisible()
    expect(screen.getByText('Create an album first to organize your photos')).toBeVisible()
  })
})

describe('tag picker', () => {
  const withTags = (api: FakeApi) => {
    api.on('GET /api/tags', () =>
      Response.json([
        { id: 'b', label: 'sea', usage_count: 4 },
        { id: 'a', label: 'night', usage_count: 41 },
      ]),
    )
    api.on('POST /api/tags/apply', () => Response.json({ success: true }))
    api.on('POST /api/tags', ({ body }) => Response.json({ id: 'c', label: body['label'], usage_count: 0 }))
  }
  const chips = () => screen.getAllByRole('button', { pressed: false }).map(chip => chip.textContent)

  it('L-TM-02 L-TM-03 lists the tags by label with their counts; several are chosen and unchosen', async () => {
    const { api, onDone, person } = open(TagPicker, withTags)
    await button('night 41')
    expect(chips()).toEqual(['night41', 'sea4'])
    await person.click(await button('night 41'))
    await person.click(await button('sea 4'))
    await person.click(await button('night 41'))
    await person.click(await button('Apply 1 Tag(s)'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(api.callsTo('POST', '/api/tags/apply')[0]?.body).toEqual({ image_ids: ['1', '2', '3'], tag_ids: ['b'] })
    expect(alerts).toHaveBeenCalledWith('Added tag to 3 photos!')
  })

  it('L-VAL-02 L-TM-01 a new tag is trimmed, made on Enter and chosen at once; a blank one is ignored', async () => {
    const { api, person } = open(TagPicker, withTags)
    const field = screen.getByRole('textbox', { name: 'New tag' })
    await person.type(field, '   {Enter}')
    expect(await button('Add')).toBeDisabled()
    await person.clear(field)
    await person.type(field, ' dawn {Enter}')
    expect(await button('dawn 0')).toHaveAttribute('aria-pressed', 'true')
    expect(api.callsTo('POST', '/api/tags').map(({ body }) => body)).toEqual([{ label: 'dawn' }])
    expect(field).toHaveValue('')
    expect(await button('Apply 1 Tag(s)')).toBeEnabled()
  })

  it('L-ERR-03 L-ERR-05 Failed to create tag, Failed to add tag to photos', async () => {
    const { onDone, person } = open(TagPicker, api => {
      withTags(api)
      api.on('POST /api/tags', () => fails(500))
      api.on('POST /api/tags/apply', () => fails(500))
    })
    await person.type(screen.getByRole('textbox', { name: 'New tag' }), 'dawn{Enter}')
    await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to create tag'))
    await person.click(await button('sea 4'))
    await person.click(await button('Apply 1 Tag(s)'))
    await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to add tag to photos'))
    expect(onDone).not.toHaveBeenCalled()
  })
})
