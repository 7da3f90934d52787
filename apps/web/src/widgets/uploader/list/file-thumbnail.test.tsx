import { fireEvent, render } from '@testing-library/react'
import { jest } from '@jest/globals'
import { FileThumbnail } from './file-thumbnail.tsx'

const made = jest.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:http://localhost/one')
const revoked = jest.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
beforeEach(() => jest.clearAllMocks())

const show = (name: string, type: string) => render(<FileThumbnail file={new File(['x'], name, { type })} />)
const picture = (container: HTMLElement) => container.querySelector('img')

it('shows a preview if the browser can draw it, and releases the file on unmount', () => {
  const { container, unmount } = show('Beach.jpg', 'image/jpeg')
  expect(picture(container)).toHaveAttribute('src', 'blob:http://localhost/one')
  expect(revoked).not.toHaveBeenCalled()
  unmount()
  expect(revoked.mock.calls).toEqual([['blob:http://localhost/one']])
})

it.each([
  ['DSC_1.NEF', ''],
  ['IMG_1.heic', 'image/heic'],
  ['scan.tif', 'image/tiff'],
])('of %s it shows a neutral tile without reading it', (name, type) => {
  const { container } = show(name, type)
  expect(picture(container)).toBeNull()
  expect(made).not.toHaveBeenCalled()
})

it('an invalid picture has a neutral tile', () => {
  const { container } = show('Beach.jpg', 'image/jpeg')
  fireEvent.error(picture(container)!)
  expect(picture(container)).toBeNull()
})
