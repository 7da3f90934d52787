import { fireEvent, render } from '@testing-library/react'
import { jest } from '@jest/globals'
import { FileThumbnail } from './upload-row.tsx'

const createObjectUrl = jest.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:http://localhost/one')
const revokeObjectUrl = jest.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
beforeEach(() => jest.clearAllMocks())

const renderThumbnail = (name: string, type: string) => render(<FileThumbnail file={new File(['x'], name, { type })} />)
const picture = (container: HTMLElement) => container.querySelector('img')

it('shows a preview if the browser can draw it, and releases the file on unmount', () => {
  const { container, unmount } = renderThumbnail('Beach.jpg', 'image/jpeg')
  expect(picture(container)).toHaveAttribute('src', 'blob:http://localhost/one')
  expect(revokeObjectUrl).not.toHaveBeenCalled()
  unmount()
  expect(revokeObjectUrl.mock.calls).toEqual([['blob:http://localhost/one']])
})

it.each([
  ['DSC_1.NEF', ''],
  ['IMG_1.heic', 'image/heic'],
  ['scan.tif', 'image/tiff'],
])('of %s it shows a neutral tile without reading it', (name, type) => {
  const { container } = renderThumbnail(name, type)
  expect(picture(container)).toBeNull()
  expect(createObjectUrl).not.toHaveBeenCalled()
})

it('an invalid picture has a neutral tile', () => {
  const { container } = renderThumbnail('Beach.jpg', 'image/jpeg')
  fireEvent.error(picture(container)!)
  expect(picture(container)).toBeNull()
})
