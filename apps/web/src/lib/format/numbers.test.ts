import { formatFileSize } from './numbers.ts'

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1024.0 KB'],
  [1024 ** 2, '1.0 MB'],
  [25.25 * 1024 ** 2, '25.3 MB'],
  [2 * 1024 ** 3, '2048.0 MB'],
])('L-UPL-15 an upload of %i bytes is shown as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))
