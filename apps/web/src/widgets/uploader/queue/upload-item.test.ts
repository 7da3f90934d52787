import { ApiError } from '../../../lib/api.ts'
import { FileProblem, toUploadError } from './upload-item.ts'

const refusal = (status: number, answer: ConstructorParameters<typeof ApiError>[2] = null) =>
  new ApiError('POST /api/images', status, answer)

it.each([
  ['413 of a proxy', refusal(413), 'Upload failed: 413', /too large for this server/],
  ['403 of a proxy', refusal(403), 'Upload failed: 403', /proxy or firewall/],
  ['file that is gone', new FileProblem('missing'), 'Upload failed', /no longer on this device/],
  ['file that was changed', new FileProblem('changed'), 'Upload failed', /changed after you chose it/],
  ['file without bytes', new FileProblem('empty'), 'Upload failed', /is empty/],
])('L-UPL-16 L-UPL-17 a %s is marked and explained', (_, reason, text, message) => {
  expect(toUploadError(reason)).toEqual({ text, reason: expect.stringMatching(message) })
})

it("a refusal of Daymark keeps the server's message", () => {
  const reason = refusal(413, { code: 'file_too_large', message: 'The file is larger than the limit of 500 MB.' })
  expect(toUploadError(reason).reason).toBe('The file is larger than the limit of 500 MB.')
})
