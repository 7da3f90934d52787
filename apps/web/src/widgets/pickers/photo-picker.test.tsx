import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { success, FakeApi, images } from '../../../test/fake-api.ts'
import { cacheStore } from '../../domain/cache/cache-store.ts'
import { queryClient } from '../../domain/cache/cache.ts'
import { PhotoPicker } from './photo-picker.tsx'

function open(count: number) {
  cacheStore.clearAll()
  queryClient.clear()
  const api = new FakeApi()
  api.images = images(count)
  api.on('POST /api/albums/lisbon/images', () => success({ added: 2, skipped: 0 }))
  window.fetch = api.fetch
  render(<PhotoPicker albumId="lisbon" albumPhotoIds={new Set(['1'])} onClose={() => undefined} />)
  return { api, person: userEvent.setup() }
}
const box = (name: string) => screen.findByRole('checkbox', { name })
const field = () => screen.getByRole('searchbox', { name: 'Search photos' })

it('L-AD-09 the picker searches the whole library; the choice survives a search', async () => {
  const { api, person } = open(60)
  await person.click(await box('DSC_2.JPG'))
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await person.type(field(), 'dsc_34{Enter}')
  await person.click(await box('DSC_34.JPG'))
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
  expect(api.callsTo('GET', '/api/images').map(({ path }) => path)).toContain('/api/images?q=dsc_34&limit=1000')
  await person.click(field())
  await person.keyboard('{Escape}')
  expect(await box('DSC_2.JPG')).toBeChecked()
  await person.click(screen.getByRole('button', { name: 'Add Selected' }))
  await waitFor(() =>
    expect(api.callsTo('POST', '/api/albums/lisbon/images')[0]?.body).toEqual({ image_ids: ['2', '34'] }),
  )
})
it('a search whose results are all in the album shows a message', async () => {
  const { person } = open(3)
  await box('DSC_2.JPG')
  await person.type(field(), 'dsc_1.{Enter}')
  await waitFor(() => expect(screen.queryAllByRole('checkbox')).toEqual([]))
  expect(screen.getByText('Nothing found to add')).toBeVisible()
  expect(screen.queryByText('Nothing left to add')).toBeNull()
})
