import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { jest } from '@jest/globals'
import { success, failure, image, type FakeApi } from '../../../test/fake-api.ts'
import { expectToast, hideConsoleErrors, renderApp } from '../../../test/render-app.tsx'
import { installFakeXhr, type FakeXhr } from '../../../test/fake-xhr.ts'
import { clearEverything } from '../../domain/cache/cache-store.ts'
import { storePath } from './files/dropped-folders.ts'
import { selectShownItems } from './list/upload-list.tsx'
import { getUploadQueue } from './queue/upload-queues.ts'

const logged = hideConsoleErrors()
let requests: FakeXhr[]
beforeEach(() => {
  requests = installFakeXhr()
})
afterEach(() => {
  getUploadQueue().clear()
  jest.useRealTimers()
})

const photo = (name: string, bytes = 3) => new File(['x'.repeat(bytes)], name, { type: 'image/jpeg' })
async function open(prepare?: (api: FakeApi) => void) {
  const app = renderApp('/', prepare)
  await app.person.click(await screen.findByRole('button', { name: 'Upload Photos' }))
  const modal = await screen.findByRole('dialog', { name: 'Upload Photos' })
  return { ...app, modal }
}
const drop = (on: Element, files: File[]) =>
  fireEvent.drop(on, {
    dataTransfer: {
      files,
      types: ['Files'],
      items: files.map(file => ({ kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => ({ isFile: true }) })),
    },
  })
const rows = () => within(screen.getByRole('list', { name: 'Files to upload' })).getAllByRole('listitem')
const uploadAll = () => screen.getByRole('button', { name: 'Upload All' })
/** Returns the request with this index, starting at 0. */
const requestAt = (index: number) => {
  const request = requests[index]
  if (!request) throw new Error(`request ${index} was not made`)
  return request
}

it('L-PHOTO-12 L-UPL-02 L-UPL-03 L-UPL-04 the modal has a drop zone, Take Photo and Choose From Library', async () => {
  const { modal } = await open()
  expect(within(modal).getByText('Drop photos or folders here')).toBeVisible()
  expect(within(modal).getByRole('button', { name: 'Take Photo' })).toBeVisible()
  expect(within(modal).getByRole('button', { name: 'Choose From Library' })).toBeVisible()
  const [camera, library] = modal.querySelectorAll('input[type=file]')
  expect(camera).toHaveAttribute('capture', 'environment')
  expect(camera).toHaveAttribute('accept', 'image/*')
  expect(library).toHaveAttribute('multiple')
})

it('L-UPL-05 L-UPL-07 L-UPL-08 dropped files are listed with sizes and can be removed, added to and cleared', async () => {
  const { person, modal } = await open()
  drop(within(modal).getByText('Drop photos or folders here'), [photo('a.jpg', 1536), photo('b.NEF', 10)])
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows().map(row => row.textContent)).toEqual(['a.jpg1.5 KB', 'b.NEF10 bytes'])
  await person.click(screen.getByRole('button', { name: 'Remove a.jpg' }))
  expect(rows()).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Add Photos' })).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('list', { name: 'Files to upload' })).toBeNull()
  expect(requests).toHaveLength(0)
})

it('L-API-07 L-UPL-06 L-UPL-09 Upload All sends one file after another in the field file, with real progress', async () => {
  const { person, modal } = await open()
  drop(modal.querySelector('p') ?? modal, [photo('a.jpg'), photo('b.jpg')])
  await person.click(await screen.findByRole('button', { name: 'Upload All' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requestAt(0)).toMatchObject({ method: 'POST', url: '/api/images', withCredentials: true })
  expect([...requestAt(0).body.keys()]).toEqual(['file'])
  requestAt(0).progress(50, 200)
  expect(await screen.findByText('25%')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Upload of a.jpg' })).toHaveAttribute('aria-valuenow', '25')
  requestAt(0).answer(201, image({ id: '1' }))
  expect(await screen.findByRole('img', { name: 'Uploaded' })).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requestAt(1).headers['idempotency-key']).not.toBe(requestAt(0).headers['idempotency-key'])
})

it('uploads can be paused and resumed in the uploader and, after it is closed, in the status', async () => {
  const { person, modal } = await open()
  drop(modal.querySelector('p') ?? modal, [photo('a.jpg'), photo('b.jpg')])
  await person.click(await screen.findByRole('button', { name: 'Upload All' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await person.click(within(modal).getByRole('button', { name: 'Pause' }))
  expect(await within(modal).findByRole('button', { name: 'Resume' })).toBeEnabled()
  await person.click(within(modal).getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Paused after 0 of 2')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Resume uploads' }))
  expect(await screen.findByText('Uploading 1 of 2')).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requestAt(1).headers['idempotency-key']).toBe(requestAt(0).headers['idempotency-key'])
  await person.click(screen.getByRole('button', { name: 'Pause uploads' }))
  expect(await screen.findByText('Paused after 0 of 2')).toBeVisible()
})

it('L-UPL-11 L-CACHE-10 after success the photos are read again, the list is cleared after 2 seconds and the modal closes', async () => {
  const { api, person, modal } = await open()
  drop(modal.querySelector('p') ?? modal, [photo('a.jpg')])
  await person.click(await screen.findByRole('button', { name: 'Upload All' }))
  api.images = [image({ id: '9' })]
  await waitFor(() => expect(requests).toHaveLength(1))
  requestAt(0).answer(201, image({ id: '9' }))
  await expectToast('1 photo uploaded')
  expect(await screen.findByText('Showing 1-1 of 1 photos')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('L-UPL-16 L-UPL-18 failures are shown at their files, the batch continues, and they can be retried', async () => {
  const { person, modal } = await open()
  drop(modal.querySelector('p') ?? modal, [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')])
  await person.click(await screen.findByRole('button', { name: 'Upload All' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  requestAt(0).answer(413, { message: 'Your storage is full.', code: 'quota_exceeded' })
  expect(await screen.findByText('Upload failed: 413')).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(2))
  requestAt(1).answer(500, null)
  expect(await screen.findByText('Upload failed: 500')).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(3))
  requestAt(2).answer(201, image({ id: '3' }))
  expect(await within(modal).findByText('2 files were not uploaded')).toBeVisible()
  await person.click(within(modal).getByRole('button', { name: 'Retry Failed' }))
  await waitFor(() => expect(requests).toHaveLength(4))
  expect(requestAt(3).headers['idempotency-key']).toBe(requestAt(0).headers['idempotency-key'])
})

it('L-UPL-12 L-BLK-01 L-BLK-02 L-BLK-03 L-BLK-04 rejected files open the blocked-file modal, accepted ones are queued', async () => {
  const { person, modal } = await open()
  drop(modal.querySelector('p') ?? modal, [photo('a.jpg'), new File(['x'], 'setup.exe'), new File(['x'], 'Notes.TXT')])
  expect(await screen.findByText('We do not allow .exe files to be uploaded.')).toBeVisible()
  const blocked = screen.getAllByRole('dialog').at(-1)
  if (!blocked) throw new Error('no dialog')
  expect(within(blocked).getByRole('heading', { level: 2 })).toHaveTextContent(/“.+”/)
  expect(within(blocked).getByText('We do not allow .txt files to be uploaded.')).toBeVisible()
  expect(
    within(blocked)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['JPEG', 'PNG', 'GIF', 'WebP', 'BMP', 'HEIC/HEIF', 'AVIF', 'TIFF', 'RAW formats'])
  await person.click(within(blocked).getByRole('button', { name: 'I Understand' }))
  expect(screen.queryByText('We do not allow .exe files to be uploaded.')).toBeNull()
  expect(rows().map(row => row.textContent)).toEqual(['a.jpg3 bytes'])
  expect(uploadAll()).toBeEnabled()
})

it('files of a folder that are no photos are skipped and named', async () => {
  const { modal } = await open()
  const notes = storePath(new File(['x'], 'notes.txt'), '/Trip/notes.txt')
  drop(modal.querySelector('p') ?? modal, [photo('a.jpg'), notes])
  expect(await screen.findByText('1 file that is not a photo was skipped: notes.txt')).toBeVisible()
  expect(rows().map(row => row.textContent)).toEqual(['a.jpg3 bytes'])
})

it('L-UPL-01 L-UPL-13 L-UPL-19 with an album each photo is added to it; a failure to add is only logged', async () => {
  const { api } = renderApp('/')
  await screen.findByRole('heading', { name: 'Photos' })
  let answerCount = 0
  api.on('POST /api/albums/7/images', () => (answerCount++ > 0 ? success({ added: 1, skipped: 0 }) : failure(500)))
  const queue = getUploadQueue('7')
  queue.add([photo('a.jpg'), photo('b.jpg')])
  const sending = queue.start()
  await waitFor(() => expect(requests).toHaveLength(1))
  requestAt(0).answer(201, image({ id: 'one' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  requestAt(1).answer(201, image({ id: 'two' }))
  await sending
  expect(api.callsTo('POST', '/api/albums/7/images').map(({ body }) => body)).toEqual([
    { image_id: 'one' },
    { image_id: 'two' },
  ])
  expect(queue.snapshot().items.map(({ state }) => state)).toEqual(['complete', 'complete'])
  expect(logged).toHaveBeenCalledWith('Adding the uploaded photo to the album failed', expect.anything())
})

it('of a folder of thousands only the current part is rendered, and everything on request', async () => {
  const createBitmap = jest.fn(() => new Promise(() => undefined))
  Object.assign(window, { createImageBitmap: createBitmap })
  const { person, modal } = await open()
  drop(
    modal.querySelector('p') ?? modal,
    Array.from({ length: 350 }, (_, n) => photo(`${n}.jpg`)),
  )
  expect(await screen.findByText('350 files')).toBeVisible()
  expect(rows()).toHaveLength(200)
  expect(createBitmap).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Show all 350 files' }))
  expect(rows()).toHaveLength(350)
  const items = getUploadQueue().snapshot().items
  const withFirstSent = (sentCount: number) =>
    items.map((item, n) => ({ ...item, state: n < sentCount ? 'complete' : 'waiting' }) as const)
  for (const at of [0, 60, 149, 150, 270, 349, 350]) {
    const part = selectShownItems(withFirstSent(at))
    expect(part).toHaveLength(200)
    expect(part).toContainEqual(expect.objectContaining({ id: items[Math.min(at, 349)]?.id }))
  }
})

it('the list is cleared before the next user signs in', async () => {
  await open()
  getUploadQueue().add([photo('private.jpg')])
  expect(await screen.findByText('private.jpg')).toBeVisible()
  act(clearEverything)
  expect(getUploadQueue().snapshot().items).toEqual([])
  expect(screen.queryByText('private.jpg')).toBeNull()
})
