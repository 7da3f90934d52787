import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { jest } from '@jest/globals'
import { album, favorites } from '../../../test/fake-albums.ts'
import { success, failure, FakeApi, user } from '../../../test/fake-api.ts'
import { cacheStore } from '../../domain/cache/cache-store.ts'
import { queryClient } from '../../domain/cache/cache.ts'
import { createMemoryRouter, RouterProvider } from '../../lib/router.tsx'
import { SessionProvider } from '../../domain/session/session.tsx'
import { AlbumPicker } from './album-picker.tsx'
import { TagPicker } from './tag-picker.tsx'

const alerts = jest.spyOn(window, 'alert').mockImplementation(() => undefined)
jest.spyOn(console, 'error').mockImplementation(() => undefined)
beforeEach(() => alerts.mockClear())

type PickerProps = { photoIds: readonly string[]; onDone: () => void; onClose: () => void }

function open(Picker: (props: PickerProps) => React.ReactNode, prepare: (api: FakeApi) => void) {
  cacheStore.clearAll()
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } })
  localStorage.clear()
  const api = new FakeApi()
  prepare(api)
  window.fetch = api.fetch
  const onDone = jest.fn()
  const element = <Picker photoIds={['1', '2', '3']} onDone={onDone} onClose={() => undefined} />
  const view = render(
    <SessionProvider initialUser={Promise.resolve(user())}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </SessionProvider>,
  )
  return { api, onDone, person: userEvent.setup(), view }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const withAlbums = (api: FakeApi) =>
  api.on('GET /api/albums', () =>
    Response.json([favorites(), album({ id: 'lisbon', title: 'Lisbon', image_count: 12 })]),
  )

describe('Add to Album', () => {
  it('L-GRID-08 lists the albums with their photo counts, except Favorites', async () => {
    open(AlbumPicker, withAlbums)
    expect(await button('Lisbon 12 photos')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Favorites/ })).toBeNull()
  })

  it('L-PHOTO-18 L-ERR-06 sends one request per photo and shows how many were added', async () => {
    const { api, onDone, person } = open(AlbumPicker, api => {
      withAlbums(api)
      api.on('POST /api/albums/lisbon/images', () => success({ added: 1, skipped: 0 }))
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
      api.on('POST /api/albums/lisbon/images', () => failure(500))
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
    const tags = [
      { id: 'b', label: 'sea', usage_count: 4 },
      { id: 'a', label: 'night', usage_count: 41 },
    ]
    api.on('GET /api/tags', () => Response.json(tags))
    api.on('POST /api/tags/apply', () => success({ applied: 3 }))
    api.on('POST /api/tags', ({ body }) => {
      const tag = { id: 'c', label: String(body['label']), usage_count: 0 }
      tags.push(tag)
      return Response.json(tag)
    })
  }
  const group = () => within(screen.getByRole('group', { name: 'Tags' }))
  const chips = () =>
    group()
      .getAllByRole('button')
      .map(chip => chip.textContent)
  const field = () => screen.getByRole('textbox', { name: 'New tag' })

  it('L-PHOTO-14 L-GRID-10 L-TM-02 L-TM-03 L-TM-04 lists the tags by label with their counts; several can be chosen', async () => {
    const { api, onDone, person } = open(TagPicker, withTags)
    await button('night 41')
    expect(chips()).toEqual(['night 41', 'sea 4'])
    await person.click(await button('night 41'))
    await person.click(await button('sea 4'))
    expect(await button('Apply 2 Tag(s)')).toBeEnabled()
    await person.click(await button('night 41'))
    await person.click(await button('Apply 1 Tag(s)'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(api.callsTo('POST', '/api/tags/apply')[0]?.body).toEqual({ image_ids: ['1', '2', '3'], tag_ids: ['b'] })
    expect(alerts).toHaveBeenCalledWith('Added tag to 3 photos!')
  })

  it('L-TM-06 applies nothing without a tag or without a photo', async () => {
    const { person, view } = open(TagPicker, withTags)
    await button('sea 4')
    expect(await button('Apply 0 Tag(s)')).toBeDisabled()
    view.unmount()
    open(props => <TagPicker {...props} photoIds={[]} />, withTags)
    await person.click(await button('sea 4'))
    expect(await button('Apply 1 Tag(s)')).toBeDisabled()
  })

  it('L-VAL-02 L-TM-01 L-TM-05 a new tag is trimmed, created on Enter, sorted in and chosen; a blank one is ignored', async () => {
    const { api, person } = open(TagPicker, withTags)
    await button('night 41')
    await person.type(field(), '   {Enter}')
    expect(await button('Add')).toBeDisabled()
    await person.clear(field())
    await person.type(field(), ' old town {Enter}')
    expect(await button('old town 0')).toHaveAttribute('aria-pressed', 'true')
    expect(chips()).toEqual(['night 41', 'old town 0', 'sea 4'])
    expect(api.callsTo('POST', '/api/tags').map(({ body }) => body)).toEqual([{ label: 'old town' }])
    expect(field()).toHaveValue('')
    expect(await button('Apply 1 Tag(s)')).toBeEnabled()
  })

  it('L-VAL-02 L-TAGP-08 Add is disabled while creating', async () => {
    let answer: () => void = () => undefined
    const { api, person } = open(TagPicker, withTags)
    api.on(
      'POST /api/tags',
      () => new Promise(resolve => (answer = () => resolve(Response.json({ id: 'c', label: 'dawn', usage_count: 0 })))),
    )
    await button('night 41')
    await person.type(field(), 'dawn{Enter}{Enter}')
    expect(await button('Add')).toBeDisabled()
    expect(screen.getByRole('form', { name: 'New Tag' })).toHaveAttribute('aria-busy', 'true')
    await waitFor(() => expect(api.callsTo('POST', '/api/tags')).toHaveLength(1))
    answer()
    expect(await button('dawn 0')).toBeVisible()
  })

  it('L-ERR-03 L-ERR-05 Failed to create tag, Failed to add tag to photos', async () => {
    const { onDone, person } = open(TagPicker, api => {
      withTags(api)
      api.on('POST /api/tags', () => failure(500))
      api.on('POST /api/tags/apply', () => failure(500))
    })
    await person.type(field(), 'dawn{Enter}')
    await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to create tag'))
    expect(field()).toHaveValue('dawn')
    await person.click(await button('sea 4'))
    await person.click(await button('Apply 1 Tag(s)'))
    await waitFor(() => expect(alerts).toHaveBeenCalledWith('Failed to add tag to photos'))
    expect(onDone).not.toHaveBeenCalled()
  })

  it('L-ERR-10 a failure to read the tags can be retried', async () => {
    let isDown = true
    const { person } = open(TagPicker, api => {
      withTags(api)
      api.on('GET /api/tags', () => (isDown ? failure(500) : Response.json([])))
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('The tags could not be loaded.')
    isDown = false
    await person.click(await button('Try Again'))
    expect(await screen.findByText('No tags yet. Create one above.')).toBeVisible()
  })

  it('L-TM-02 of a thousand tags a hundred are in the document; the search finds the others, and chosen ones stay', async () => {
    const { person } = open(TagPicker, api =>
      api.on('GET /api/tags', () =>
        Response.json(Array.from({ length: 1000 }, (_, n) => ({ id: `t${n}`, label: `tag ${n}`, usage_count: n }))),
      ),
    )
    await person.click(await button('tag 3 3'))
    expect(chips()).toHaveLength(100)
    await person.type(screen.getByRole('searchbox', { name: 'Search tags' }), 'tag 99')
    await waitFor(() =>
      expect(chips()).toEqual([
        'tag 3 3',
        'tag 99 99',
        ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => `tag 99${n} 99${n}`),
      ]),
    )
    await person.clear(screen.getByRole('searchbox', { name: 'Search tags' }))
    await person.click(await button('Show More'))
    await waitFor(() => expect(chips()).toHaveLength(200))
  })
})
