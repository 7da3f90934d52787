import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { jest } from '@jest/globals'
import type { ReactNode } from 'react'
import { FakeApi, image } from '../../../test/fake-api.ts'
import { installFakeXhr } from '../../../test/fake-xhr.ts'
import { cacheStore } from '../../domain/cache/cache-store.ts'
import { queryClient } from '../../domain/cache/cache.ts'
import { OverlayHost } from '../../ui/overlay/overlay-host.tsx'
import '../../ui/overlay/overlays.tsx'
import { EarlierVersionDialog } from './earlier-version.dialog.tsx'
import { ReplaceFilesDialog } from './replace-files.dialog.tsx'

function open(dialog: ReactNode) {
  cacheStore.clearAll()
  queryClient.clear()
  const api = new FakeApi()
  window.fetch = api.fetch
  render(
    <>
      {dialog}
      <OverlayHost />
    </>,
  )
  return { api, person: userEvent.setup() }
}

it('rule 110 a file that was rejected shows the reason and can be sent again; identical bytes change nothing', async () => {
  const requests = installFakeXhr()
  const photo = image({ id: '1' })
  const { person } = open(<ReplaceFilesDialog photos={[photo]} onClose={() => undefined} />)
  const [input] = screen.getByRole('dialog', { name: 'Replace File' }).querySelectorAll('input')
  const file = new File(['x'], 'edit.jpg', { type: 'image/jpeg' })
  fireEvent.change(input!, { target: { files: [file] } })
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.url).toBe('/api/images/1/file')
  requests[0]?.answer(413, { message: 'Your storage is full.', code: 'quota_exceeded' })
  expect(await screen.findByText('Your storage is full.')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Try edit.jpg again' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.answer(200, { ...photo, unchanged: true })
  expect(await screen.findByText('Identical file, nothing replaced')).toBeVisible()
})

it('rule 111 the earlier version is removed after a confirmation, in which Cancel has the focus', async () => {
  const onClose = jest.fn()
  const photo = image({
    id: '1',
    replacement: { status: 'done', error: null, replaced_at: '2025-05-01T10:00:00.000Z', has_earlier_version: true },
  })
  const { api, person } = open(<EarlierVersionDialog photo={photo} onClose={onClose} />)
  api.on('DELETE /api/images/1/earlier', () => Response.json(image({ id: '1' })))
  await person.click(screen.getByRole('button', { name: 'Delete' }))
  const confirmation = within(await screen.findByRole('dialog', { name: 'Delete the earlier version?' }))
  expect(confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await person.click(confirmation.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(api.callsTo('DELETE', '/api/images/1/earlier')).toHaveLength(1)
})
