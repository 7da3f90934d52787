import { act, render, waitFor } from '@testing-library/react'
import { jest } from '@jest/globals'
import { FileThumbnail } from './upload-row.tsx'

const transferred = jest.fn()
const createBitmap = jest.fn<(file: File) => Promise<ImageBitmap>>()
/** Called by the test as a browser does when an element enters or leaves the viewport. */
let reportVisibility: ((isIntersecting: boolean) => void)[] = []
beforeEach(() => {
  reportVisibility = []
  transferred.mockReset()
  createBitmap.mockReset().mockResolvedValue({ width: 160, height: 107 } as ImageBitmap)
  Object.assign(window, {
    createImageBitmap: createBitmap,
    IntersectionObserver: class {
      constructor(listener: (entries: { isIntersecting: boolean }[]) => void) {
        reportVisibility.push(isIntersecting => act(() => listener([{ isIntersecting }])))
      }
      observe() {}
      disconnect() {}
    },
  })
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    transferFromImageBitmap: transferred,
  } as unknown as RenderingContext)
})

const file = (name: string, type: string) => new File(['x'], name, { type })
const canvasIn = (container: HTMLElement) => container.querySelector('canvas')

it('shows a small preview if the browser can draw it', async () => {
  const { container } = render(<FileThumbnail file={file('Beach.jpg', 'image/jpeg')} showsPreview />)
  await waitFor(() => expect(transferred).toHaveBeenCalledTimes(1))
  expect(canvasIn(container)).toHaveProperty('width', 160)
  expect(canvasIn(container)).toHaveProperty('height', 107)
})

it('draws the preview again after the list was too long', async () => {
  const photo = file('Beach.jpg', 'image/jpeg')
  const { container, rerender } = render(<FileThumbnail file={photo} showsPreview />)
  await waitFor(() => expect(transferred).toHaveBeenCalledTimes(1))
  rerender(<FileThumbnail file={photo} showsPreview={false} />)
  expect(canvasIn(container)).toBeNull()
  rerender(<FileThumbnail file={photo} showsPreview />)
  await waitFor(() => expect(transferred).toHaveBeenCalledTimes(2))
})

it('decodes one file at a time, and none that is no longer visible', async () => {
  const first = Promise.withResolvers<ImageBitmap>()
  createBitmap.mockReturnValueOnce(first.promise)
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map(name => file(name, 'image/jpeg'))
  render(files.map(each => <FileThumbnail key={each.name} file={each} showsPreview />))
  await waitFor(() => expect(createBitmap).toHaveBeenCalledTimes(1))
  reportVisibility[1]?.(false)
  first.resolve({ width: 160, height: 107 } as ImageBitmap)
  await waitFor(() => expect(createBitmap.mock.calls.map(([{ name }]) => name)).toEqual(['a.jpg', 'c.jpg']))
  reportVisibility[1]?.(true)
  await waitFor(() => expect(createBitmap.mock.calls.map(([{ name }]) => name)).toEqual(['a.jpg', 'c.jpg', 'b.jpg']))
})

it.each([
  ['DSC_1.NEF', ''],
  ['IMG_1.heic', 'image/heic'],
  ['scan.tif', 'image/tiff'],
])('of %s it shows a neutral tile without reading it', (name, type) => {
  const { container } = render(<FileThumbnail file={file(name, type)} showsPreview />)
  expect(canvasIn(container)).toBeNull()
  expect(createBitmap).not.toHaveBeenCalled()
})

it('an invalid picture has a neutral tile', async () => {
  createBitmap.mockRejectedValueOnce(new DOMException('The source image could not be decoded.'))
  const { container } = render(<FileThumbnail file={file('Beach.jpg', 'image/jpeg')} showsPreview />)
  await waitFor(() => expect(canvasIn(container)).toBeNull())
})
