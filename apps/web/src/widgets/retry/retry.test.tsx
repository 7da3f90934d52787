import { screen, waitFor, within } from '@testing-library/react'
import { failure, image, type FakeApi } from '../../../test/fake-api.ts'
import { expectToast, hideConsoleErrors, renderApp } from '../../../test/render-app.tsx'

hideConsoleErrors()

const failed = (id: string) =>
  image({ id, title: `Photo ${id}`, processing_status: 'failed', processing_error: `Photo ${id} broke.` })
const withFailed = (api: FakeApi) =>
  void (api.images = [image({ id: '1', title: 'Photo 1' }), failed('2'), failed('3')])
const findRetryButton = (name: string) => screen.findByRole('button', { name: `Try again ${name}` })
/** Simulates a server that accepts a retry: the photos with these ids are then processing. */
const acceptRetry = (api: FakeApi) => (ids: string[]) => {
  api.images = api.images.map(photo =>
    ids.includes(photo.id) ? { ...photo, processing_status: 'processing', processing_error: null } : photo,
  )
  return Response.json({})
}

it('a failed photo is retried from its tile, which shows the new state at once', async () => {
  const { api, person } = renderApp('/', withFailed)
  api.on('POST /api/images/2/retry', () => acceptRetry(api)(['2']))
  expect(screen.queryByRole('button', { name: 'Try again Photo 1' })).toBeNull()
  await person.click(await findRetryButton('Photo 2'))
  await waitFor(() => expect(api.callsTo('POST', '/api/images/2/retry')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Try again Photo 2' })).toBeNull()
  expect(await screen.findByText('Processing…', { exact: false })).toBeVisible()
  expect(await findRetryButton('Photo 3')).toBeVisible()
})

it('a failed retry request restores the tile with an error message', async () => {
  const { api, person } = renderApp('/', withFailed)
  api.on('POST /api/images/2/retry', () => failure(503))
  await person.click(await findRetryButton('Photo 2'))
  await expectToast('Processing could not be restarted. Please try again.')
  expect(await findRetryButton('Photo 2')).toBeEnabled()
})

it('the lightbox has the button next to the reason', async () => {
  const { api, person } = renderApp('/', withFailed)
  api.on('POST /api/images/2/retry', () => acceptRetry(api)(['2']))
  await person.click(await screen.findByRole('button', { name: /^Open Photo 2/ }))
  const viewer = within(await screen.findByRole('dialog', { name: 'Photo viewer' }))
  expect(viewer.getByText('Photo 2 broke.')).toBeVisible()
  await person.click(viewer.getByRole('button', { name: 'Try again Photo 2' }))
  expect(await viewer.findByText('This photo is still processing.')).toBeVisible()
})

it('retries the failed photos of a selection in one call', async () => {
  const { api, person } = renderApp('/', withFailed)
  api.on('POST /api/images/retry', ({ body }) => acceptRetry(api)(body['image_ids'] as string[]))
  await findRetryButton('Photo 2')
  await person.click(screen.getByRole('button', { name: 'Select Images' }))
  // the buttons of a selection are loaded separately
  await within(await screen.findByRole('toolbar', { name: 'Selected photos' })).findByRole('button', { name: 'Cancel' })
  await person.click(screen.getByRole('checkbox', { name: /Photo 1/ }))
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  await person.click(screen.getByRole('checkbox', { name: /Photo 2/ }))
  await person.click(screen.getByRole('checkbox', { name: /Photo 3/ }))
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() =>
    expect(api.callsTo('POST', '/api/images/retry').map(({ body }) => body)).toEqual([{ image_ids: ['2', '3'] }]),
  )
  expect(screen.queryByRole('checkbox')).toBeNull()
})
